/**
 * Currencies that have a drawing in /coins, made from @web3icons at build time (tools/coins.ts).
 * Files rather than components: thirty logos would double the start-up script.
 */
export const DRAWN_COINS: ReadonlySet<string> = new Set([
  ...['BTC', 'ETH', 'TRX', 'TON', 'BNB', 'LTC', 'USDT', 'USDC', 'EURC', 'USDD', 'DAI', 'SOL', 'LINK', 'AVA', 'APE'],
  ...['ARB', 'CRV', 'UNI', 'TWT', 'CAKE', 'DOGE', 'DEXT', 'SAFE', 'SHIB', 'PEPE', '1INCH'],
])
