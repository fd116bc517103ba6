import { useDraft } from '../../../domain/draft'
import { pairOf, purchaseOf } from '../../../features/exchange/calculator/pair'
import { exchangeDraft } from '../../../features/exchange/draft'
import { PopularCoins } from '../../../features/landing/below/PopularCoins'

/** The popular coins, which select the calculator's coin. */
export default function DraftCoins() {
  const { coin, money } = pairOf(useDraft(exchangeDraft))
  return (
    <PopularCoins
      money={money}
      chosen={coin}
      onChoose={(chosen) => exchangeDraft.set((now) => purchaseOf(now, chosen))}
    />
  )
}
