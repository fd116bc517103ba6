import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'

/** The public exchanges and central banks, with recorded answers of today. */
export type Sources = { environment: Record<string, string>; stop: () => Promise<void> }

const FOLDER = resolve('..', 'crates/providers/fixtures/rates')
const FILES = {
  binance: 'binance.json',
  kraken: 'kraken.json',
  coinbase: 'coinbase.json',
  ecb: 'ecb.csv',
  nbp: 'nbp.json',
  nbu: 'nbu.json',
}

export async function startSources(): Promise<Sources> {
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
  const read = (name: string) =>
    readFileSync(resolve(FOLDER, name), 'utf8')
      .replaceAll('2026-01-02', `${year}-${month}-${day}`)
      .replaceAll('05.01.2026', `${day}.${month}.${year}`)
  const answers = new Map(Object.entries(FILES).map(([name, file]) => [name, read(file)]))
  const books = JSON.parse(read('coinbase_books.json')) as Record<string, unknown>
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://here')
    const book = JSON.stringify(books[url.searchParams.get('product_id') ?? ''] ?? {})
    const text = url.pathname.endsWith('/product_book')
      ? book.replace('2026-01-03T12:00:00.662782Z', new Date().toISOString())
      : answers.get(url.pathname.split('/')[1] ?? '')
    response.end(text ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = (name: string) => [`AGIO_RATES_${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}/${name}`]
  return {
    environment: { AGIO_RATES: 'exchanges', ...Object.fromEntries(Object.keys(FILES).map(address)) },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
