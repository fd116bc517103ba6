import { execFileSync, spawnSync } from 'node:child_process'
import { startLitecoin } from './litecoin'
import { nativeEnvironment } from './native'
import { startOpenId } from './openid'
import { APPLE_PORT, BASE_URL, GOOGLE_PORT, LITECOIN_PORT, SERVER_PORT } from './ports'
import { binary, startServer } from './server'
import { telegramEnvironment } from './telegram'

/**
 * Starts one Litecoin node, two OpenID providers and one server for the whole run. Each test signs in as a new user.
 */
export default async function start(): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  const environment: Record<string, string> = { ...telegramEnvironment, ...nativeEnvironment }
  if (spawnSync('litecoind', ['--version']).status === 0) {
    const node = await startLitecoin(LITECOIN_PORT)
    stops.push(node.stop)
    environment.AGIO_LITECOIN_RPC = node.url
    process.env.AGIO_E2E_LITECOIN = node.url
  } else if (process.env.CI) {
    throw new Error('litecoind is missing: apt-get install litecoind')
  }
  try {
    const openid = await startOpenId(GOOGLE_PORT, APPLE_PORT, [BASE_URL])
    stops.push(openid.stop)
    Object.assign(environment, openid.environment)
    const server = await startServer(SERVER_PORT, environment)
    stops.push(server.stop)
    // For CLI commands beside the running server.
    process.env.AGIO_E2E_DATA = server.data
    // Above the amounts of all other journeys.
    const rule = ['travel-rule', '2000', '--tenant', 'agio', '--reason', 'large orders are asked about']
    execFileSync(binary(), ['ops', '--data', server.data, ...rule])
  } catch (error) {
    await Promise.all(stops.map((stop) => stop()))
    throw error
  }
  return async () => {
    for (const stop of stops.reverse()) await stop()
  }
}
