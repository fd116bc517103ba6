import { Trans, useLingui } from '@lingui/react/macro'
import { TicketPercent, X } from 'lucide-react'
import { useState } from 'react'
import { moneyText } from '../../../i18n/format'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import type { ExchangeForm } from '../start/useExchangeForm'
import { usePromo } from './usePromo'

/** The folded field of a promo code, and the code that is in the price. */
export function PromoCode({ form }: { form: ExchangeForm }) {
  const { t, i18n } = useLingui()
  const promo = usePromo(form)
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const applied = form.draft.promo
  const quote = form.quoted.data
  const bonus = quote?.promo_bonus && moneyText(quote.promo_bonus, i18n.locale)
  const lowers = quote?.lines.some((line) => line.before_discount)
  if (applied) {
    return (
      <p className="flex min-h-11 items-center gap-2.5 rounded-m bg-ok-soft pl-4 text-[14px]">
        <TicketPercent size={18} aria-hidden="true" className="shrink-0 text-ok" />
        <span className="min-w-0 flex-1 py-2 wrap-anywhere">
          {bonus && !lowers ? (
            <Trans>
              Promo code <b className="font-[580]">{applied}</b>: {bonus} for your rewards when the order is complete.
            </Trans>
          ) : (
            <Trans>
              Promo code <b className="font-[580]">{applied}</b> lowers our fee.
            </Trans>
          )}
          {bonus && lowers ? (
            <span className="block">
              <Trans>It adds {bonus} to your rewards when the order is complete.</Trans>
            </span>
          ) : null}
        </span>
        <button
          type="button"
          aria-label={t`Remove the promo code`}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-text"
          onClick={promo.remove}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </p>
    )
  }
  if (!isOpen && !promo.problem) {
    return (
      <Button variant="text" className="justify-self-start" onClick={() => setOpen(true)}>
        <TicketPercent size={18} aria-hidden="true" />
        {promo.isBusy ? <Trans>Checking the promo code…</Trans> : <Trans>Promo code</Trans>}
      </Button>
    )
  }
  const apply = () => {
    if (code.trim() && !promo.isBusy) promo.apply(code)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <TextField
        label={t`Promo code`}
        value={code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={promo.problem}
        onChange={(text) => {
          setCode(text)
          setOpen(true)
          promo.clear()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it continues to the next step.
          event.preventDefault()
          apply()
        }}
      />
      <Button variant="quiet" small className="min-h-[62px]!" busy={promo.isBusy} onClick={apply}>
        <Trans>Apply</Trans>
      </Button>
    </div>
  )
}
