/** Ports of the test run, which differ from a developer's own server. */
export const SERVER_PORT = Number(process.env.AGIO_E2E_PORT ?? 8791)
export const LITECOIN_PORT = Number(process.env.AGIO_E2E_LITECOIN_PORT ?? 19791)
export const GOOGLE_PORT = Number(process.env.AGIO_E2E_GOOGLE_PORT ?? 18791)
export const APPLE_PORT = Number(process.env.AGIO_E2E_APPLE_PORT ?? 18792)
/** The server of a tenant with real customers: beside one, the console offers no demo operators. */
export const LIVE_PORT = Number(process.env.AGIO_E2E_LIVE_PORT ?? 8792)
/** The server of a tenant with real customers that connects its rails in the console. */
export const CONNECTIONS_PORT = Number(process.env.AGIO_E2E_CONNECTIONS_PORT ?? 8793)
/** The server and the node of a tenant with real customers who trade. */
export const TRADE_PORT = Number(process.env.AGIO_E2E_TRADE_PORT ?? 8794)
export const TRADE_LITECOIN_PORT = Number(process.env.AGIO_E2E_TRADE_LITECOIN_PORT ?? 19794)
export const BASE_URL = `http://localhost:${SERVER_PORT}`
