import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '../../../ui/Button'
import { Skeleton } from '../../../ui/Skeleton'

/** The calculator while its data load, with the same height. The prerendered page contains it. */
export function CalculatorGap() {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-1 gap-3" aria-busy="true">
      <div className="grid auto-cols-fr grid-flow-col place-items-center rounded-m bg-sunken p-1 font-[550] text-muted">
        {[t`Buy`, t`Sell`, t`Swap`].map((side) => (
          <span key={side} className="grid min-h-11 place-items-center">
            {side}
          </span>
        ))}
      </div>
      <Skeleton className="h-[138px] rounded-m" />
      <Skeleton className="h-[126px] rounded-m" />
      <div className="grid gap-2 px-1 text-muted">
        <p className="flex min-h-6 items-center justify-between">
          <Trans>Total cost</Trans>
          <Skeleton className="h-3.5 w-28" />
        </p>
        <p className="flex min-h-6 items-center justify-between">
          <Trans>Arrives</Trans>
          <Skeleton className="h-3.5 w-32" />
        </p>
      </div>
      <span className={buttonClass('primary', 'opacity-40')}>
        <Trans>Getting the price…</Trans>
      </span>
    </div>
  )
}
