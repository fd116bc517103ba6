import { useDraft } from '../../../domain/draft'
import { pairOf } from '../../../features/exchange/calculator/pair'
import { exchangeDraft } from '../../../features/exchange/draft'
import { PricePanel } from '../../../features/landing/below/PricePanel'

/** The price of the calculator's coin. */
export default function DraftPrice() {
  return <PricePanel pair={pairOf(useDraft(exchangeDraft))} />
}
