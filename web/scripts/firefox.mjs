#!/usr/bin/env node
// Starts Firefox for Playwright's channel `moz-firefox`, which uses WebDriver BiDi. For each page, Playwright sends
// a command that overrides media features. Firefox 153 does not know this command, so this script is a proxy that answers
// it with success. Reduced motion is set by a preference instead (playwright.config.ts). FIREFOX_PATH names the browser.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const UNKNOWN_TO_FIREFOX = 'emulation.setMediaFeaturesOverride'
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill(signal))

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1]
  if (!address) return process.stderr.write(`${line}\n`)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`)
  })
  server.on('connection', (client, request) => relayMessages(client, new URL(request.url, address)))
})

/** Relays messages in both directions, and answers the command that Firefox does not know. */
function relayMessages(client, address) {
  const browser = new WebSocket(address, { perMessageDeflate: false, maxPayload: 0 })
  const opened = new Promise((resolve) => browser.once('open', resolve))
  client.on('message', async (data) => {
    const text = data.toString()
    const { id, method } = JSON.parse(text)
    if (method === UNKNOWN_TO_FIREFOX) {
      client.send(JSON.stringify({ type: 'success', id, result: {} }))
      return
    }
    await opened
    browser.send(text)
  })
  browser.on('message', (data) => client.send(data.toString()))
  client.on('close', () => browser.close())
  browser.on('close', () => client.close())
  browser.on('error', () => client.close())
}
