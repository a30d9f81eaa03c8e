/** Sends a request of the generated client to the service that `baseUrl` names: Orval knows only the path. */
export let baseUrl = '';

export function useService(url: string | undefined): void {
  baseUrl = url ?? '';
}

export async function callService<T>(path: string, options: RequestInit): Promise<T> {
  const response = await fetch(baseUrl + path, options);
  return { status: response.status, data: await response.json(), headers: response.headers } as T;
}
