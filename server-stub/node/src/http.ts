import * as http from 'node:http';
import * as https from 'node:https';

interface Init {
  method?: string;
  headers?: Iterable<[string, string]> | Record<string, string>;
  body?: string | null;
  signal?: AbortSignal;
}

/**
 * Sends a request without the global `fetch`, which belongs to the program under test: environments such as happy-dom, and mocks, replace it.
 */
export function send(url: string, init: Init = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = init;
  const named: Record<string, string> = Symbol.iterator in headers ? Object.fromEntries(headers as Iterable<[string, string]>) : headers;
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    // As fetch does.
    const fail = (error: unknown): void => reject(signal?.aborted ? signal.reason : error);
    const sent = request(url, { method, headers: named, agent: false, signal }, received => {
      const chunks: Buffer[] = [];
      received.on('data', chunk => chunks.push(chunk));
      received.on('error', fail);
      received.on('end', () => {
        const status = received.statusCode ?? 0;
        const text = Buffer.concat(chunks).toString('utf8');
        const fields = Object.entries(received.headers).map(([name, value]): [string, string] => [name, String(value)]);
        // A response with such a status must have no body.
        const response = new Response([204, 205, 304].includes(status) ? null : text, { status, headers: fields });
        resolve(Object.defineProperty(response, 'url', { value: url }));
      });
    });
    sent.on('error', fail);
    sent.end(body ?? undefined);
  });
}

/** What openapi-fetch makes of a call. */
export class PlainRequest {
  constructor(readonly url: string, readonly init: Init) {}
}
