import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { HeroMoney } from '../../../ui/Money'
import { Badge } from '../../../ui/Badge'
import { smallButtonClass } from '../../../ui/Button'
import type { MovementLine } from '../../api/queries'
import { ClockText } from '../../parts/ClockText'
import { Go } from '../../parts/Go'
import { useActionReason, useDisplayType } from '../../parts/movementWords'
import { ReviewWords } from '../../parts/ReviewWords'
import { useTransactionStatus } from '../../parts/transactionWords'
import { useNow } from '../../parts/useNow'
import { PanelFacts } from './PanelFacts'
import { PanelProposal } from './PanelProposal'

/**
 * The chosen transaction beside the list, from the list's own data: opening the page is in the audit log, looking
 * through the list is not.
 */
export function MovementPanel({ line, onClose }: { line: MovementLine; onClose: () => void }) {
  const { t } = useLingui()
  const now = useNow()
  const { words, tone } = useTransactionStatus()(line.status, line)
  const display = useDisplayType()
  const action = useActionReason()
  return (
    <section
      aria-label={t`Transaction ${line.reference}`}
      className="sticky top-3 grid max-h-[calc(100dvh-24px)] gap-3 overflow-y-auto rounded-card bg-surface p-[18px] shadow-(--e2)"
    >
      <div className="flex items-center gap-2">
        <h2 className="font-mono text-[14px] font-bold">{line.reference}</h2>
        <Badge tone={tone}>{words}</Badge>
        <button
          type="button"
          aria-label={t`Close`}
          onClick={onClose}
          className="-mr-3 ml-auto grid size-11 place-items-center rounded-control text-muted hover:text-text"
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <div>
        <HeroMoney amount={line.from.amount} currency={line.from.currency} size="m" />
        <p className="text-muted">{display(line.display_type)}</p>
      </div>
      {line.waits || line.review || line.action || line.declined ? (
        <div className="grid gap-1 rounded-m bg-sunken p-3">
          {line.action ? <p>{action(line.action)}</p> : null}
          <ReviewWords line={line} />
          {line.waits ? <ClockText wait={line.waits} now={now} /> : null}
        </div>
      ) : null}
      <PanelFacts line={line} />
      <PanelProposal subject={line.id} />
      <Go to={`/movements/${line.id}`} className={smallButtonClass('primary', 'text-[14px]!')}>
        <Trans>Open transaction</Trans>
      </Go>
      <p className="text-center text-[12px] text-muted">
        <Trans>
          <Key>J</Key> and <Key>K</Key> move, <Key>Enter</Key> opens, <Key>Esc</Key> closes
        </Trans>
      </p>
    </section>
  )
}

function Key({ children }: { children?: string }) {
  return <kbd className="rounded-[5px] px-1 font-sans ring-1 ring-line">{children}</kbd>
}
