import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaywayInfo } from '../../../api/exchangeTypes'
import { Breakable } from '../../../ui/Breakable'
import { shownLines } from '../../lines'
import { shortMoneyText } from '../../money'
import { PriceLines } from '../../PriceLines'
import { type Cost, costOf, type Priced } from '../cost'
import { CostFigures, percentText } from '../CostFigures'
import { CostBar } from './CostBar'
import './cost.css'

type CostSummaryProps = Priced & {
  fromKind: PaywayInfo['kind'] | undefined
  /** The name of the payout network, beside its fee. */
  network?: string | undefined
  /** A new price is loading. */
  stale?: boolean
  /** Shows the parts at once, without a border: for a confirmation. */
  open?: boolean
  /** Further terms in the list of parts, such as the rate. */
  children?: ReactNode
}

/** The total cost in one line, in money and in percent, with its parts folded below. */
export function CostSummary({ fromKind, network, stale = false, open = false, children, ...priced }: CostSummaryProps) {
  const cost = costOf(priced)
  const parts = (
    <dl className="grid grid-cols-1 gap-2.5">
      <PriceLines lines={priced.lines} fromKind={fromKind} network={network} stale={stale} all={open} dots />
      {children}
    </dl>
  )
  // Without a total, the parts still show the price.
  if (!cost) return parts
  const isUnpriced = priced.from.currency === priced.to.currency && shownLines(priced.lines, open).length === 0
  if (isUnpriced) return open ? <Headline cost={cost} /> : <ClosedLine cost={cost} stale={stale} />
  return open ? (
    <div className="grid grid-cols-1 gap-3">
      <Headline cost={cost} />
      <CostBar cost={cost} given={priced.from.amount} />
      <details className="cost-fold" open>
        <summary>
          <Trans>What it is made of</Trans>
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        {parts}
      </details>
    </div>
  ) : (
    <details className="cost-line">
      <summary className="cost-total">
        <TotalLine cost={cost} stale={stale} />
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <div className="grid grid-cols-1 gap-3.5 px-4 pt-1 pb-4">
        <CostBar cost={cost} given={priced.from.amount} />
        {parts}
      </div>
    </details>
  )
}

/** The line of a price without parts, which has nothing to open. */
function ClosedLine(props: TotalProps) {
  return (
    <p className="cost-line cost-total">
      <TotalLine {...props} />
    </p>
  )
}

type TotalProps = { cost: Cost; stale: boolean }

function TotalLine({ cost, stale }: TotalProps) {
  return (
    <>
      <ReceiptText size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {/* The label breaks first: a figure that gave way by a fraction of a pixel would break too. */}
      <span className="shrink-[9999] font-[580]">
        <Trans>Total cost</Trans>
      </span>
      <CostFigures cost={cost} stale={stale} />
    </>
  )
}

function Headline({ cost }: { cost: Cost }) {
  const { i18n } = useLingui()
  const percent = percentText(cost, i18n.locale)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-36 flex-1">
        <h2>
          <Trans>Total cost</Trans>
        </h2>
        <p className="text-[13px] text-muted">
          <Trans>{percent} of what you pay, all of it included</Trans>
        </p>
      </div>
      <p className="text-[20px] font-[620] tracking-[-0.02em] wrap-anywhere">
        <Breakable text={shortMoneyText(cost.total, i18n.locale)} />
      </p>
    </div>
  )
}
