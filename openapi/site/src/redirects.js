// Pages at the addresses that the site had before, which lead to the pages of today.
import { posix } from 'node:path';
import { address } from '../site.config.js';
import { operations, read, REFERENCES, root, slugOf } from './contract.js';

const MOVED = {
  assumptions: 'reference/assumptions', authentication: 'api/authentication', changes: 'api/changes', check: 'reference/kit',
  compatibility: 'api/compatibility', errors: 'api/errors', kit: 'reference/kit', limits: 'api/limits', pacts: 'how-to/pacts', quickstart: 'how-to/quickstart',
  reference: 'api/reference', states: 'reference/provider-states', 'stub-admin': 'api/stub-admin', unknowns: 'api/unknowns', workflows: 'api/workflows',
  'api/quickstart': 'how-to/quickstart',
  'explanation/architecture': 'project/architecture',
  'explanation/leases-measured': 'explanation/lost-responses',
  'explanation/security': 'project/security',
  'how-to/check-a-live-service': 'reference/kit',
  'how-to/check-recorded-traffic': 'reference/kit',
  'how-to/choose-lease-options': 'how-to/avoid-orphans',
  'how-to/ci': 'how-to/install#in-ci',
  'how-to/docker-compose': 'how-to/share-a-stub#docker',
  'how-to/feign': 'how-to/spring-boot#feign',
  'how-to/from-raw-http': 'how-to/errors-and-retries',
  'how-to/from-wiremock': 'how-to/inject-faults#from-wiremock-or-prism',
  'how-to/run-your-program': 'how-to/other-languages#run-your-program',
  'how-to/test-a-crash': 'how-to/inject-faults#test-a-crash',
  'how-to/testcontainers': 'how-to/share-a-stub#testcontainers',
  'how-to/troubleshooting': 'documentation',
  'project/invariants': 'project/architecture#invariants',
  'project/releasing': 'project/contributing',
  'project/robustness-tests': 'project/measurements',
  'reference/client-types': 'reference/client',
  'reference/generators': 'reference/compatibility#client-generators',
  'reference/glossary': 'documentation',
  'reference/lease-journal': 'reference/journal',
  'reference/limits': 'reference/stub-settings#limits',
  'reference/spring-properties': 'reference/client-configuration#with-spring-boot',
  'reference/test-settings': 'reference/test-support#settings',
};

/** Anchors of operations in the references before, such as #tag/instances/POST/instance/list. */
function anchors(target) {
  const reference = REFERENCES.find(({ folder }) => folder === target);
  if (!reference) return {};
  return Object.fromEntries(operations(read(reference.name))
    .map((o) => [`#tag/${slugOf(o.tags[0])}/${o.method}${o.path}`.toLowerCase(), `${target}/${o.operationId}.html`]));
}

function page(name, place) {
  const [target, section] = place.split('#');
  const to = posix.relative(posix.dirname(name), `${target}.html`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Moved</title>
<meta name="robots" content="noindex">
${address ? `<link rel="canonical" href="${new URL(`${root}/${target}.html`, address)}">\n` : ''}<script>
const anchors = ${JSON.stringify(anchors(target))};
location.replace(anchors[decodeURIComponent(location.hash).toLowerCase()] ?? '${to}' + (location.hash || '${section ? `#${section}` : ''}'));
</script>
<meta http-equiv="refresh" content="1; url=${to}">
<p>This page has moved to <a href="${to}">${to}</a>.</p>
</html>
`;
}

/** Files by their names. */
export const redirects = () => Object.fromEntries(Object.entries(MOVED).map(([name, target]) => [`${name}.html`, page(name, target)]));
