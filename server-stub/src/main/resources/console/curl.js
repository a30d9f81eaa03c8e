/** Headers that curl sets, and headers that describe the program that sent the request. */
const LEFT_OUT = new RegExp(
  '^(host|connection|content-length|expect|transfer-encoding|upgrade|http2-settings|accept|accept-(encoding|language|charset)' +
    '|user-agent|cache-control|pragma|origin|referer|priority|dnt|sec-.*|traceparent|tracestate|x-request-id)$',
);
const STUB_KEY = /^(demo|tenant)-/;

const quoted = words => (/^[A-Z]+$/.test(words) ? words : `'${words.replaceAll("'", "'\\''")}'`);

/** The name of a header as documents write it. */
const capitalized = name => name.replace(/\b[a-z]/g, letter => letter.toUpperCase());

/** The option for the method, unless curl uses it anyway: GET, or POST with a body. */
const methodOption = ({ method, body }) => {
  if (method === (body === undefined ? 'GET' : 'POST')) {
    return '';
  }
  // With the option -X HEAD, curl would wait for a body.
  return method === 'HEAD' ? ' --head' : ` -X ${quoted(method)}`;
};

const headerOptions = ({ headers, api_key: key = '' }) =>
  Object.entries(headers)
    .filter(([name]) => !LEFT_OUT.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, name === 'authorization' && !STUB_KEY.test(key) ? 'Bearer ***' : value])
    .map(([name, value]) => ` -H ${quoted(`${capitalized(name)}: ${value}`)}`)
    .join('');

const bodyOption = ({ headers, body }) => {
  if (body === undefined) {
    return '';
  }
  // Without a type, curl would declare a form. With the option -d, an @ at the beginning would name a file.
  const type = headers['content-type'] === undefined ? " -H 'Content-Type:'" : '';
  return `${type} ${body.startsWith('@') ? '--data-raw' : '-d'} ${quoted(body)}`;
};

/**
 * A request of the journal as a command line of curl for a POSIX shell. A key that is not a stub key is `Bearer ***`.
 *
 * @throws Error if the journal has only part of the body
 */
export const curlCommand = request => {
  if (request.body_truncated) {
    throw new Error(`The journal has only part of the body of ${request.id}.`);
  }
  const { headers, path, query } = request;
  const url = `http://${headers.host ?? 'localhost'}${path}${query === undefined ? '' : `?${query}`}`;
  return `curl${methodOption(request)} ${quoted(url)}${headerOptions(request)}${bodyOption(request)}`;
};
