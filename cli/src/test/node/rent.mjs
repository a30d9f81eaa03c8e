// Rents with three clients of the Model Context Protocol, each of which starts the server by the command that is given: both
// SDKs, of which the old one begins a session and the new one speaks the revision 2026-07-28, and the command line of the
// inspector.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { Client as StatelessClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as StatelessTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const [command, ...args] = process.argv.slice(2)
const identity = { name: 'test', version: '1' }
const questions = []

function agree({ params }) {
  questions.push(params.message)
  return { action: 'accept', content: { rent: true } }
}

const client = new Client(identity, { capabilities: { elicitation: {} } })
client.setRequestHandler(ElicitRequestSchema, agree)
await client.connect(new StdioClientTransport({ command, args }))

const stateless = new StatelessClient(
  identity, { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } })
stateless.setRequestHandler('elicitation/create', agree)

function content(result) {
  assert.ok(!result.isError, JSON.stringify(result))
  return result.structuredContent
}

async function call(caller, name, parameters) {
  return content(await caller.callTool({ name, arguments: parameters }))
}

async function rent(caller) {
  const { quote_id } = await call(caller, 'quote_rental', { pod_uuid: 'pod-comfyui', minutes: 60 })
  await call(caller, 'rent', { quote_id })
  return until('running', () => call(caller, 'rental', { quote_id }))
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

const { quote_id, instance_uuid } = await rent(client)
await client.close()

const next = await until('running', () => inspectRental('rental', quote_id))
assert.equal(next.instance_uuid, instance_uuid)
await until('ended', () => inspectRental('end_rental', quote_id))

await stateless.connect(new StatelessTransport({ command, args }))
assert.equal(stateless.getNegotiatedProtocolVersion(), '2026-07-28')
assert.deepEqual((await stateless.listTools()).tools, tools)
const second = await rent(stateless)
await until('ended', () => call(stateless, 'end_rental', { quote_id: second.quote_id }))
await stateless.close()

assert.equal(questions.length, 2)
