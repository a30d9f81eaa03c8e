// Rents with two clients of the Model Context Protocol: the SDK, and the command line of its inspector, each of which starts
// the server by the command that is given.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const [command, ...args] = process.argv.slice(2)
const client = new Client({ name: 'test', version: '1' })
await client.connect(new StdioClientTransport({ command, args }))

function content(result) {
  assert.ok(!result.isError, JSON.stringify(result))
  return result.structuredContent
}

async function call(name, parameters) {
  return content(await client.callTool({ name, arguments: parameters }))
}

function inspect(...method) {
  // It reads the version of the package above its folder.
  const run = [
    '@modelcontextprotocol/inspector-cli/build/index.js', command, '--method', ...method, '--', ...args]
  return JSON.parse(execFileSync(process.execPath, run, { cwd: 'node_modules', encoding: 'utf8' }))
}

function inspectRental(tool, quoteId) {
  return content(inspect('tools/call', '--tool-name', tool, '--tool-arg', `quote_id=${quoteId}`))
}

async function until(state, read) {
  let rental = await read()
  while (rental.state !== state) {
    await setTimeout(100)
    rental = await read()
  }
  return rental
}

// With the schemas, the SDK validates results.
const { tools } = await client.listTools()
assert.deepEqual(inspect('tools/list').tools, tools)
// Models reject these at the top level.
assert.ok(tools.every(({ inputSchema: { oneOf, anyOf, allOf } }) => !(oneOf ?? anyOf ?? allOf)))

const { quote_id } = await call('quote_rental', { pod_uuid: 'pod-comfyui', minutes: 60 })
await call('rent', { quote_id })
const running = await until('running', () => call('rental', { quote_id }))
await client.close()

const next = await until('running', () => inspectRental('rental', quote_id))
assert.equal(next.instance_uuid, running.instance_uuid)
await until('ended', () => inspectRental('end_rental', quote_id))
