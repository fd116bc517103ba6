import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, FlaskConical } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { type SandboxAction, sandboxChoices } from './actions'
import './sandbox.css'

type SandboxPanelProps = {
  transaction: Transaction
  pending: SandboxAction | undefined
  problem: string | undefined
  onAct: (action: SandboxAction) => void
  /** The sandbox's clock, mounted only while the panel is open. */
  clock: ReactNode
  /** The link to the sandbox's mailbox. */
  mailbox: ReactNode
}

/** The sandbox controls: simulate a payer, a bank or a chain. Docked, so that the order stays visible. */
export function SandboxPanel({ transaction, pending, problem, onAct, clock, mailbox }: SandboxPanelProps) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const id = useId()
  // Shows only actions with an effect, so that the order stays visible.
  const choices = sandboxChoices(transaction).filter((choice) => choice.useful)
  return (
    <aside className="sandbox" data-open={open} aria-labelledby={`${id}-title`}>
      <button
        type="button"
        className="sandbox-toggle"
        aria-expanded={open}
        aria-controls={`${id}-body`}
        onClick={() => setOpen(!open)}
      >
        <FlaskConical size={18} aria-hidden="true" />
        <span id={`${id}-title`}>
          <Trans>Sandbox</Trans>
        </span>
        <ChevronDown size={16} className="sandbox-arrow" aria-hidden="true" />
      </button>
      <div id={`${id}-body`} className="sandbox-body" hidden={!open}>
        <p className="px-4 pb-2 text-[13px] text-muted">
          <Trans>No real money moves here. Choose what happens next.</Trans>
        </p>
        <ul>
          {choices.map(({ action, label, effect }) => (
            <li key={action}>
              <button
                type="button"
                className="sandbox-choice"
                disabled={pending !== undefined}
                aria-busy={pending === action}
                onClick={() => onAct(action)}
              >
                <b>{i18n._(label)}</b>
                <span>{i18n._(effect)}</span>
              </button>
            </li>
          ))}
          {open ? <li>{clock}</li> : null}
        </ul>
        <p role="alert" className={problem ? 'px-4 py-2 text-[13px] text-bad' : 'sr-only'}>
          {problem}
        </p>
        <div className="border-t border-line p-2">{mailbox}</div>
      </div>
    </aside>
  )
}
