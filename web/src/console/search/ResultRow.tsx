import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftRight, CornerDownLeft, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { shortMoneyText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { useDisplayType } from '../parts/movementWords'
import { useTransactionStatus } from '../parts/transactionWords'
import type { Result } from './results'

type ResultRowProps = { id: string; result: Result; isChosen: boolean; onPoint: () => void; onTake: () => void }

/** One result. The arrow keys choose it while the focus stays in the field. */
export function ResultRow({ id, result, isChosen, onPoint, onTake }: ResultRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const Icon = result.kind === 'page' ? result.link.icon : result.kind === 'customer' ? UserRound : ArrowLeftRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its list.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onMouseMove={isChosen ? undefined : onPoint}
      onClick={onTake}
      className={`flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 ${isChosen ? 'bg-brand-soft' : ''}`}
    >
      <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <Words result={result} />
      {isChosen ? <CornerDownLeft size={14} aria-hidden="true" className="ml-auto shrink-0 text-muted" /> : null}
    </div>
  )
}

function Words({ result }: { result: Result }) {
  const { i18n } = useLingui()
  const status = useTransactionStatus()
  const display = useDisplayType()
  if (result.kind === 'page') return <span className="min-w-0 font-[550]">{result.link.label}</span>
  if (result.kind === 'orders')
    return (
      <span className="min-w-0 wrap-anywhere">
        <Trans>Transactions of {result.customer.email}</Trans>
      </span>
    )
  if (result.kind === 'customer') {
    const { email, name, blocked } = result.customer
    return (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-[580] wrap-anywhere">{email}</span>
        {name ? <span className="text-muted">{name}</span> : null}
        {blocked ? (
          <Badge tone="bad">
            <Trans>Blocked</Trans>
          </Badge>
        ) : null}
      </span>
    )
  }
  const { line } = result
  const { words, tone } = status(line.status, line)
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
      <span className="font-mono text-[13px] font-semibold">{line.reference}</span>
      <span className="text-muted">
        {display(line.display_type)} · {shortMoneyText(line.from, i18n.locale)}
      </span>
      <Badge tone={tone}>{words}</Badge>
    </span>
  )
}
