import { useState } from 'preact/hooks';
import { path, read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Alert, Delivery, DeliveryList } from '../../api/types.ts';
import { instant } from '../../format/times.ts';
import { Dialog } from '../../parts/controls.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';

/** A button that shows the channels that got notices of an alert. */
export function DeliveriesButton({ alert }: { alert: Alert }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button
        class="text-button"
        aria-label={`Notices of ${alert.rule} on ${alert.deviceId}`}
        onClick={() => setShown(true)}
      >
        Notices
      </button>
      {shown && <DeliveriesDialog alert={alert} close={() => setShown(false)} />}
    </>
  );
}

function DeliveriesDialog({ alert, close }: { alert: Alert; close: () => void }) {
  const address = path('alerts', alert.deviceId, alert.alertId, 'deliveries');
  const deliveries = useLoad(address, signal => read<DeliveryList>(address, {}, signal));
  return (
    <Dialog title={`Notices of ${alert.rule} on ${alert.deviceId}`} close={close} wide>
      <Shown of={deliveries} skeleton={<SkeletonRows rows={2} height={48} />}>
        {data =>
          data.deliveries.length ? (
            <ul class="delivery-rows">
              {data.deliveries.map(delivery => (
                <li key={delivery.channel + delivery.event + delivery.queuedAt} class="delivery-row">
                  <span class={'badge delivery-' + delivery.status}>{delivery.status}</span>
                  <div>
                    <div>
                      <strong>{delivery.channel}</strong>: {delivery.event}
                    </div>
                    <div class="muted alert-detail">
                      <span>{when(delivery)}</span>
                      {delivery.attempts > 1 && <span>{delivery.attempts} attempts</span>}
                      {delivery.reason && <span>{delivery.reason}</span>}
                    </div>
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <Empty title="No channel gets this alert">
              <p>Channels get alerts that open after the channel was added and that match its route.</p>
            </Empty>
          )
        }
      </Shown>
    </Dialog>
  );
}

function when(delivery: Delivery): string {
  if (delivery.deliveredAt) return `delivered ${instant(delivery.deliveredAt)}`;
  if (delivery.nextAttemptAt) return `next attempt ${instant(delivery.nextAttemptAt)}`;
  return `stored ${instant(delivery.queuedAt)}`;
}
