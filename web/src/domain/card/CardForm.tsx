import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { brandOf, type CardInput, cardProblems, formatCardNumber, formatExpiry } from '../cardInput'
import { brandName } from '../cardName'
import { CardMark } from './CardMark'
import { useCardWords } from './cardWords'

export type CardFormProps = {
  submitLabel: string
  sandbox: boolean
  busy: boolean
  /** The server's error of the last attempt. */
  problem: string | undefined
  /** A card that receives a payout needs no security code. */
  withCvv: boolean
  /** Offers to save the card. */
  saves?: boolean
  onSubmit: (card: CardInput, save: boolean) => void
}

const EMPTY: CardInput = { number: '', expiry: '', cvv: '', holder: '' }
const ORDER = ['number', 'expiry', 'cvv', 'holder'] as const

/** The card fields. Errors appear when a field loses focus or the form is submitted, never while typing. */
export function CardForm({ submitLabel, sandbox, busy, problem, withCvv, saves = false, onSubmit }: CardFormProps) {
  const { t } = useLingui()
  const words = useCardWords()
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState(EMPTY)
  const [save, setSave] = useState(false)
  const [left, setLeft] = useState<Partial<Record<keyof CardInput, boolean>>>({})
  const problems = cardProblems(withCvv ? card : { ...card, cvv: '000' }, new Date())
  const brand = brandOf(card.number)
  const field = (name: keyof CardInput, format: (text: string) => string) => ({
    name,
    value: card[name],
    error: left[name] && problems[name] ? words(problems[name]) : undefined,
    onChange: (text: string) => setCard({ ...card, [name]: format(text) }),
    onBlur: () => setLeft({ ...left, [name]: card[name] !== '' }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft({ number: true, expiry: true, cvv: true, holder: true })
    const first = ORDER.find((name) => problems[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    else onSubmit(card, save)
  }
  return (
    <form ref={form} className="grid gap-3" onSubmit={submit} noValidate>
      <TextField
        label={t`Card number`}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        trailing={
          brand ? (
            <span className="-my-1 block">
              <CardMark brand={brand} />
              <span className="sr-only">{brandName(brand)}</span>
            </span>
          ) : null
        }
        {...field('number', formatCardNumber)}
      />
      <div className={withCvv ? 'grid grid-cols-2 gap-3' : 'grid gap-3'}>
        <TextField
          label={t`Expiry`}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t`MM / YY`}
          {...field('expiry', formatExpiry)}
        />
        {withCvv ? (
          <TextField
            label={t`CVV`}
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="000"
            {...field('cvv', (text) => text.replace(/\D/g, '').slice(0, 4))}
          />
        ) : null}
      </div>
      <TextField label={t`Name on the card`} autoComplete="cc-name" {...field('holder', (text) => text)} />
      {saves ? (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-(--brand)"
            checked={save}
            onChange={(event) => setSave(event.target.checked)}
          />
          <Trans>Save this card for next time</Trans>
        </label>
      ) : null}
      {sandbox ? <TestCards /> : null}
      {problem ? (
        <p className="text-[14px] text-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <Button type="submit" busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}

function TestCards() {
  return (
    <p className="text-[13px] text-muted">
      <Trans>
        Sandbox cards: 4242 4242 4242 4242 is paid, 4000 0000 0000 3220 asks for 3-D Secure, 4000 0000 0000 0002 is
        declined. Any future date and any code.
      </Trans>
    </p>
  )
}
