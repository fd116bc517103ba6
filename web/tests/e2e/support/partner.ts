import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { BASE_URL } from './ports'
import { expect, signIn } from './test'

/** The site of a partner: another origin and, by its host, another site than the server. */
export type Site = { url: string; domain: string; close: () => Promise<void> }

/** Serves one page that loads the widget's loader and runs `script` when its button is pressed. */
export async function startSite(script: (domain: string) => string): Promise<Site> {
  const server = createServer((_request, response) => {
    const { port } = server.address() as AddressInfo
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><body style="font:16px sans-serif;padding:24px">
<main><h1>A shop</h1><button id="buy">Buy crypto</button><div id="place"></div></main>
<script src="${BASE_URL}/widget.js"></script>
<script>window.heard = []; ${script(`127.0.0.1:${port}`)}</script>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return { url: `http://127.0.0.1:${port}/`, domain: `127.0.0.1:${port}`, close }
}

/** Makes a widget key of a new customer through the API. */
export async function makeWidget(owner: Page, domains: string[]): Promise<{ key: string; secret: string }> {
  const token = await signIn(owner, `${crypto.randomUUID().slice(0, 8)}@example.test`)
  const made = await owner.request.post(`${BASE_URL}/api/client/v1/partner-keys`, {
    headers: { authorization: `Bearer ${token}` },
    data: { kind: 'widget', name: 'Shop', domains },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { secret, signing_secret } = (await made.json()) as { secret: string; signing_secret: string }
  return { key: secret, secret: signing_secret }
}
