import assert from 'node:assert/strict';
import { it } from 'node:test';
import { applyOverlay } from 'openapi-overlays-js/src/overlay.js';
import { read } from './contracts.js';

it('another implementation of overlays makes the same document, without code samples', () => {
  const expected = applyOverlay(read('../gpu-cloud-v2.yaml'), read('../overlays/observed.overlay.yaml'));
  const built = read('../target/classes/META-INF/openapi/gpu-cloud-v2-observed.yaml');
  Object.values(built.paths)
    .flatMap(Object.values)
    .forEach(operation => delete operation['x-codeSamples']);
  assert.deepEqual(built, expected);
});
