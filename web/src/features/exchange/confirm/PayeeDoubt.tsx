import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Button } from '../../../ui/Button'
import { AskAgain, FLUSH, type PayeeCheckProps } from './PayeeCheck'
import type { Payee } from './usePayee'

/** What the customer does if the bank does not confirm the name. */
export default function PayeeDoubt({ payee, name, locked, onChange }: PayeeCheckProps & { name: string }) {
  switch (payee.verdict?.result) {
    case 'close_match':
      return (
        <CloseMatch
          payee={payee}
          own={name}
          suggested={payee.verdict.suggested_name ?? ''}
          locked={locked}
          onChange={onChange}
        />
      )
    case 'not_possible':
      return <NotPossible payee={payee} locked={locked} onChange={onChange} />
    case 'no_match':
      return <NoMatch name={name} onChange={onChange} />
    default:
      return null
  }
}

type ChoiceProps = PayeeCheckProps & { own: string; suggested: string }

function CloseMatch({ payee, own, suggested, locked, onChange }: ChoiceProps) {
  const { t } = useLingui()
  const { choice } = payee
  return (
    <Panel tone="wait" title={<Trans>The bank writes the name differently</Trans>}>
      <p>
        <Trans>The account is held in a name close to yours. Choose the name to send the money to.</Trans>
      </p>
      <fieldset className="grid gap-2" disabled={locked}>
        <legend className="sr-only">{t`Name of the account’s owner`}</legend>
        <NameChoice
          name={suggested}
          note={<Trans>as the bank writes it</Trans>}
          checked={choice.name === 'suggested'}
          onChoose={() => payee.choose('suggested')}
        />
        <NameChoice
          name={own}
          note={<Trans>as you wrote it</Trans>}
          checked={choice.name === 'own'}
          onChoose={() => payee.choose('own')}
        />
      </fieldset>
      {choice.name === 'own' ? <Acknowledge payee={payee} locked={locked} /> : null}
      <ChangeAccount onChange={onChange} />
    </Panel>
  )
}

function NotPossible({ payee, locked, onChange }: PayeeCheckProps) {
  return (
    <Panel tone="wait" title={<Trans>The name could not be checked</Trans>}>
      <p>
        <Trans>
          The account’s bank does not check names, or did not answer. Compare the IBAN and the name with your bank
          documents.
        </Trans>
      </p>
      <Acknowledge payee={payee} locked={locked} />
      <div className="flex flex-wrap gap-x-12 gap-y-4">
        <AskAgain onAsk={payee.ask} />
        <ChangeAccount onChange={onChange} />
      </div>
    </Panel>
  )
}

function NoMatch({ name, onChange }: { name: string; onChange: () => void }) {
  return (
    <Panel tone="bad" title={<Trans>This account belongs to someone else</Trans>}>
      <p className="wrap-anywhere">
        <Trans>
          The bank says that the account is not in the name {name}. Euro can be sent only to an account in your own
          name. Check the name and the IBAN; nothing has been ordered.
        </Trans>
      </p>
      <Button variant="quiet" onClick={onChange}>
        <Trans>Change the account or the name</Trans>
      </Button>
    </Panel>
  )
}

const PANEL = { wait: ['bg-wait-soft', 'text-wait'], bad: ['bg-bad-soft', 'text-bad'] } as const

function Panel({ tone, title, children }: { tone: keyof typeof PANEL; title: ReactNode; children: ReactNode }) {
  const id = useId()
  const [ground, ink] = PANEL[tone]
  return (
    <section
      className={`grid grid-cols-1 gap-3 rounded-m p-4 text-[14px] ${ground}`}
      aria-labelledby={id}
      aria-live="polite"
    >
      <h2 id={id} className={`text-[16px] font-semibold ${ink}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type NameChoiceProps = { name: string; note: ReactNode; checked: boolean; onChoose: () => void }

function NameChoice({ name, note, checked, onChoose }: NameChoiceProps) {
  return (
    <label className="flex min-h-[52px] cursor-pointer items-center gap-3 rounded-control bg-surface px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-brand">
      <input
        type="radio"
        name="payee-name"
        className="size-5 shrink-0 accent-brand"
        checked={checked}
        onChange={onChoose}
      />
      <span className="grid min-w-0">
        <b className="font-[570] wrap-anywhere">{name}</b>
        <span className="text-[13px] text-muted">{note}</span>
      </span>
    </label>
  )
}

function Acknowledge({ payee, locked }: { payee: Payee; locked: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-brand"
        disabled={locked}
        checked={payee.choice.acknowledged}
        onChange={(event) => payee.acknowledge(event.target.checked)}
      />
      <Trans>
        I understand that the bank did not confirm this name. If the account is not mine, the money may be lost.
      </Trans>
    </label>
  )
}

function ChangeAccount({ onChange }: { onChange: () => void }) {
  return (
    <Button variant="text" className={FLUSH} onClick={onChange}>
      <Trans>Change the account or the name</Trans>
    </Button>
  )
}
