/**
 * Currencies with a logo in /coins, built from @web3icons (tools/coins.ts). Files instead of components: thirty logos
 * would double the start-up script.
 */
export const DRAWN_COINS: ReadonlySet<string> = new Set([
  ...['BTC', 'ETH', 'TRX', 'TON', 'BNB', 'LTC', 'USDT', 'USDC', 'EURC', 'USDD', 'DAI', 'SOL', 'LINK', 'AVA', 'APE'],
  ...['ARB', 'CRV', 'UNI', 'TWT', 'CAKE', 'DOGE', 'DEXT', 'SAFE', 'SHIB', 'PEPE', '1INCH'],
])
