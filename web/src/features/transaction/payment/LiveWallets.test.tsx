import { expect, it } from 'vitest'
import { textOf } from '../../../testing/shown'
import type { WalletSession } from './browserWallet'
import LiveWallets from './LiveWallets'

const session = (kind: WalletSession['kind']): WalletSession => ({ kind, label: 'East', data: {} })

/** What a person reads, when the tenant takes some wallets and the browser has others. */
function shown(taken: WalletSession['kind'][], here: WalletSession['kind'][]): string {
  const total = { amount: '250.00', currency: 'EUR' }
  return textOf(<LiveWallets order="ord_1" total={total} busy={false} onPay={async () => true} />, {
    answers: [
      [['wallet-sessions', 'ord_1'], taken.map(session)],
      [['wallets-here', 'ord_1', taken], here.map(session)],
    ],
  })
}

it('offers a wallet that the browser has, above the card', () => {
  expect(shown(['google', 'apple'], ['google'])).toBe('Pay with Google Pay or by card')
})

it('says what is needed where the browser has none, and nothing where the tenant takes none', () => {
  expect(shown(['google', 'apple'], [])).toContain('Apple Pay opens in Safari')
  expect(shown(['google', 'apple'], [])).toContain('Google Pay opens in Chrome')
  expect(shown(['google'], [])).toBe('Google Pay opens in Chrome.')
  expect(shown(['apple'], [])).toBe('Apple Pay opens in Safari on an Apple device.')
  expect(shown([], [])).toBe('')
})
