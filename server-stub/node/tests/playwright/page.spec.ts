import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { test } from 'gpu-cloud-stub/playwright';

// Stands for the server of your pages.
const pages = createServer((request, response) => response.setHeader('Content-Type', 'text/html').end('<p></p>'));
test.beforeAll(() => new Promise<void>(started => pages.listen(5173, 'localhost', started)));
test.afterAll(() => pages.close());

test('a page shows the free models', async ({ account, page }) => {
  await page.goto('http://localhost:5173/');

  await page.evaluate(async ({ baseUrl, apiKey }) => {
    const response = await fetch(baseUrl + '/gpu/list', { headers: { Authorization: `Bearer ${apiKey}` } });
    document.querySelector('p')!.textContent = (await response.json()).data.gpu_list[0].gpu_name;
  }, { baseUrl: account.baseUrl, apiKey: account.apiKey });

  await expect(page.getByText('NVIDIA')).toBeVisible();
  expect(await account.journal('listGpus')).toHaveLength(1);
});
