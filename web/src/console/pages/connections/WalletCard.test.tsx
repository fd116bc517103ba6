import { expect, it } from 'vitest'
import { textOf } from '../../../testing/shown'
import type { HotWallet } from '../../api/connections'
import { WalletCard } from './WalletCard'

const litecoin = (amount: string) => ({ amount, currency: 'LTC' as const })

const WALLET: HotWallet = {
  network: 'litecoin',
  name: 'Litecoin',
  chain: 'main',
  balance: litecoin('3.00000000'),
  min: litecoin('0.50000000'),
  max: litecoin('2.00000000'),
  cold_address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  state: 'move_to_cold',
  amount: litecoin('1.00000000'),
}

it('says how much belongs to the cold address, and where that is', () => {
  const text = textOf(<WalletCard wallet={WALLET} />)
  expect(text).toMatch(/Move 1.00 LTC to the cold address/)
  expect(text).toContain('ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9')
  expect(text).toContain('Main network')
})

it('says what is missing to the minimum', () => {
  const low = { ...WALLET, balance: litecoin('0.10000000'), state: 'too_low', amount: litecoin('0.40000000') } as const
  expect(textOf(<WalletCard wallet={low} />)).toMatch(/0\.40 LTC are missing to the minimum/)
})

it('says nothing of a wallet within its limits', () => {
  const { amount: _, ...fine } = { ...WALLET, state: 'fine' as const }
  expect(textOf(<WalletCard wallet={fine} />)).not.toMatch(/Move|missing/)
})
