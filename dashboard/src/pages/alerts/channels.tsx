import { useState } from 'preact/hooks';
import { path, read, write } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Channel, ChannelBody, ChannelList, ChannelTestResult } from '../../api/types.ts';
import { Panel } from '../../parts/controls.tsx';
import { Icon } from '../../parts/icons.tsx';
import { notice } from '../../parts/notices.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import { ChannelForm } from './channelform.tsx';
import { kindName, route } from './channel.ts';

/** The channels that get notices of alerts: list, form, and a test notice for each. */
export function ChannelsPanel() {
  const channels = useLoad('channels', signal => read<ChannelList>('/channels', {}, signal));
  const [editing, setEditing] = useState<Channel | 'new' | null>(null);
  const close = () => setEditing(null);
  const save = async (name: string, body: ChannelBody) => {
    await write('PUT', path('channels', name), body);
    notice(`Channel ${name} is saved`);
    channels.reload();
    close();
  };
  const remove = async (name: string) => {
    await write('DELETE', path('channels', name));
    notice(`Channel ${name} is deleted`);
    channels.reload();
    close();
  };
  return (
    <Panel
      title="Channels"
      actions={
        <button class="button small" onClick={() => setEditing('new')}>
          <Icon name="plus" /> New channel
        </button>
      }
      note="Channels send notices when alerts open, change their severity and are resolved."
    >
      <Shown of={channels} skeleton={<SkeletonRows rows={2} height={48} />}>
        {data =>
          data.channels.length ? (
            <ul class="rule-rows">
              {data.channels.map(channel => (
                <ChannelRow key={channel.name} channel={channel} edit={() => setEditing(channel)} />
              ))}
            </ul>
          ) : (
            <Empty title="No channels yet">
              <p>Add a webhook, Slack, e-mail or the server log to get notices of alerts.</p>
            </Empty>
          )
        }
      </Shown>
      {editing && (
        <ChannelForm
          channel={editing === 'new' ? null : editing}
          known={channels.data?.channels.map(channel => channel.name) ?? []}
          close={close}
          save={save}
          remove={remove}
        />
      )}
    </Panel>
  );
}

function ChannelRow({ channel, edit }: { channel: Channel; edit: () => void }) {
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    try {
      const result = await write<ChannelTestResult>('POST', path('channels', channel.name, 'test'), {});
      notice(
        result?.status === 'delivered'
          ? `Channel ${channel.name} delivered a test notice`
          : `Channel ${channel.name} failed: ${result?.reason ?? 'no reason given'}`,
      );
    } catch (error) {
      notice((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li class="rule-row">
      <span class="badge">{kindName(channel.kind)}</span>
      <div class="clip">
        <div class="clip">
          <strong>{channel.name}</strong> gets {route(channel)}
        </div>
        <div class="muted clip mono">{channel.target}</div>
      </div>
      <span class="row nowrap">
        <button class="button small" disabled={busy} onClick={test} aria-label={`Test channel ${channel.name}`}>
          {busy ? 'Sending…' : 'Test'}
        </button>
        <button class="button small" onClick={edit} aria-label={`Edit channel ${channel.name}`}>
          Edit
        </button>
      </span>
    </li>
  );
}
