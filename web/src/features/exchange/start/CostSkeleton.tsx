import { Trans } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import type { MovementKind } from '../../../api/exchangeTypes'
import { Skeleton } from '../../../ui/Skeleton'

/** The placeholder of the cost, with the same height, so that the layout does not shift. */
export function CostSkeleton({ loading }: { loading: boolean }) {
  return (
    <div
      className="flex min-h-[52px] items-center gap-2.5 rounded-m border border-line px-4 text-muted"
      aria-busy={loading}
    >
      <ReceiptText size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <Trans>Total cost</Trans>
      <span className="ml-auto">{loading ? <Skeleton className="h-3.5 w-24" /> : '—'}</span>
    </div>
  )
}

/** Whether a promo code can lower the price. It lowers our fee, and deposits and withdrawals have none. */
export const takesPromo = (side: MovementKind) => side !== 'DEPOSIT' && side !== 'WITHDRAW'

/** The height of the arrival time and the note on the rate, which take two lines on a phone. */
export const ARRIVAL_SPACE = 'min-h-10 sm:min-h-5'

/** The placeholder of the cost, the arrival time and the promo code, with the same height. */
export function PriceSkeleton({ side }: { side: MovementKind }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <CostSkeleton loading />
      {takesPromo(side) ? (
        <>
          <p className={ARRIVAL_SPACE} />
          <p className="min-h-11" />
        </>
      ) : (
        <p className="min-h-5" />
      )}
    </div>
  )
}
