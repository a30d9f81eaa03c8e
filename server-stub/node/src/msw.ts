import { http, HttpResponse, type HttpHandler } from 'msw';
import { examples } from './generated/examples.js';

/**
 * Makes handlers for msw that return the examples of the contract, for tests without a stub. They have no state.
 *
 * @param baseUrl address that the program under test uses, by default any
 */
export function handlers(baseUrl = '*/api/open/v2'): HttpHandler[] {
  return examples.map(({ method, path, body }) =>
    http[method as 'get' | 'post'](baseUrl + path.replace(/\{(\w+)\}/g, ':$1'), () => HttpResponse.json(body as object)),
  );
}
