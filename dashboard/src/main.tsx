import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import 'uplot/dist/uPlot.min.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/fleet.css';
import './styles/channels.css';
import './styles/sites.css';
import './styles/table.css';
import { useAccess, WithAccess } from './app/access.tsx';
import { WithFleet } from './app/fleet.tsx';
import { followLinks, go, usePlace } from './app/router.ts';
import { Shell } from './app/shell.tsx';
import { applyTheme } from './app/theme.ts';
import { useTitle } from './app/title.ts';
import { live } from './live/live.ts';
import { AlertsPage } from './pages/alerts/alerts.tsx';
import { DevicePage } from './pages/device/device.tsx';
import { FleetPage } from './pages/fleet/fleet.tsx';
import { SharedPage } from './pages/sites/shared.tsx';
import { SitePage } from './pages/sites/site.tsx';
import { SitesPage } from './pages/sites/sites.tsx';
import { TablePage } from './pages/table/table.tsx';
import { Empty } from './parts/states.tsx';

applyTheme();
followLinks(document);
live.restWhileHidden(document);
render(<App />, document.getElementById('app')!);

function App() {
  const { segments, search } = usePlace();
  const [first = '', id] = segments;
  if (first === 'shared' && id) return <SharedPage key={id} id={id} search={search} />;
  return (
    <WithAccess>
      <Pages first={first} id={id} search={search} />
    </WithAccess>
  );
}

function Pages({ first, id, search }: { first: string; id: string | undefined; search: URLSearchParams }) {
  const only = useAccess()?.site;
  const isElsewhere = only && !(first === 'sites' && id === only);
  // A token for one site has this page only.
  useEffect(() => {
    if (isElsewhere) go('/sites/' + encodeURIComponent(only), 'replace');
  }, [isElsewhere, only]);
  return (
    <WithFleet>
      <Shell first={first}>
        {isElsewhere ? null : first === '' ? (
          <FleetPage search={search} />
        ) : first === 'devices' && id ? (
          <DevicePage key={id} id={id} search={search} />
        ) : first === 'sites' && id ? (
          <SitePage key={id} id={id} search={search} />
        ) : first === 'sites' ? (
          <SitesPage />
        ) : first === 'alerts' ? (
          <AlertsPage search={search} />
        ) : first === 'table' ? (
          <TablePage search={search} />
        ) : (
          <Nowhere />
        )}
      </Shell>
    </WithFleet>
  );
}

function Nowhere() {
  useTitle('Not found');
  return (
    <Empty title="There is no such page">
      <a class="button" href="/">
        To the fleet
      </a>
    </Empty>
  );
}
