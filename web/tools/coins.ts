import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { DRAWN_COINS } from '../src/ui/coins.ts'

const require = createRequire(import.meta.url)

// @web3icons has these as networks, not as tokens.
const AS_NETWORK: Record<string, string> = { TON: 'ton' }

async function drawing(code: string): Promise<string> {
  const network = AS_NETWORK[code]
  const place = network ? `networks/background/${network}` : `tokens/background/${code}`
  const path = require.resolve(`@web3icons/core/svgs/${place}.svg.js`)
  const module: { default: string } = await import(pathToFileURL(path).href)
  return module.default.replace(/\s*\n\s*/g, '').replace(' class="web3icons"', '')
}

/** Serves the currency logos of @web3icons as /coins/CODE.svg: only those in use, each loaded when first shown. */
export function coins(): Plugin {
  return {
    name: 'agio:coins',
    configureServer: (server) => {
      server.middlewares.use('/coins', async (request, response) => {
        const code = /^\/([A-Za-z0-9]+)\.svg$/.exec(request.url ?? '')?.[1] ?? ''
        if (!DRAWN_COINS.has(code)) {
          response.statusCode = 404
          response.end()
          return
        }
        response.setHeader('content-type', 'image/svg+xml')
        response.end(await drawing(code))
      })
    },
    async generateBundle() {
      for (const code of DRAWN_COINS) {
        this.emitFile({ type: 'asset', fileName: `coins/${code}.svg`, source: await drawing(code) })
      }
    },
  }
}
