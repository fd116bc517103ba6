import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { CurrencyCode } from '../../api/exchangeTypes'
import { randomId } from '../../api/ids'
import { AmountText } from '../../domain/amount/AmountText'
import { readAmount, wireAmount } from '../../domain/amountInput'
import { type Catalogue, useCatalogue } from '../../domain/catalogue'
import { dayPriceQuery } from '../../domain/chart/queries'
import { separatorsOf } from '../../domain/grouping'
import { moneyText } from '../../domain/money'
import { isUnanswered } from '../../domain/problem'
import { QueryCard } from '../../domain/QueryCard'
import { balancesQuery } from '../../domain/queries'
import { cardTitle, savedCardsQuery } from '../../domain/savedCards'
import { useProblemWords } from '../../domain/useProblemWords'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { inThreeMonths, isReached, type Missing, type PlanForm, pricedOf, requestOf, tomorrowAtNine } from './form'
import { makePlan, type Plan, plansQuery } from './plans'

type NewPlanPageProps = {
  back: ReactNode
  onMade: (plan: Plan) => void
  /** The currency of a price alert. Without it, the form begins with an exchange that repeats. */
  alertOf?: string | undefined
}

/** /balances/plans/new: the form of a plan. */
export default function NewPlanPage({ back, ...rest }: NewPlanPageProps) {
  const catalogue = useCatalogue()
  return (
    <Page title={<Trans>New plan</Trans>} back={back} narrow>
      <QueryCard asked={catalogue} rows={5}>
        {(known) => <NewPlan catalogue={known} {...rest} />}
      </QueryCard>
    </Page>
  )
}

type NewPlanProps = Omit<NewPlanPageProps, 'back'> & { catalogue: Catalogue }

/** The decimals of a price. */
const PRICE_SCALE = 12

function NewPlan({ catalogue: { currencies }, onMade, alertOf }: NewPlanProps) {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const words = useProblemWords()
  const [now] = useState(() => new Date())
  const alerted = currencies.find(({ code }) => code === alertOf)?.code
  const [form, setForm] = useState<PlanForm>({
    kind: alerted ? 'alert' : 'recurring',
    from: alerted === 'EUR' ? 'USD' : 'EUR',
    to: alerted ?? 'BTC',
    amount: '',
    interval: 'week',
    card: '',
    cardAgreed: false,
    firstAt: tomorrowAtNine(now),
    bound: 'at_most',
    price: '',
    until: inThreeMonths(now),
  })
  const [typed, setTyped] = useState({ amount: '', price: '' })
  // The key stays after a lost response, so that a second press makes no second plan.
  const [key, setKey] = useState(randomId)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>()
  const [problem, setProblem] = useState<string>()
  const change = (part: Partial<PlanForm>) => {
    setForm((before) => ({ ...before, ...part }))
    setMissing(undefined)
    setProblem(undefined)
  }
  const scaleOf = (code: string) => currencies.find((one) => one.code === code)?.scale ?? 18
  const isFiat = (code: string) => currencies.find((one) => one.code === code)?.kind === 'fiat'
  const isAlert = form.kind === 'alert'
  const isByCard = form.kind === 'recurring' && form.card !== ''
  const priceOf = isAlert ? form.to : pricedOf(form.from, form.to, isFiat)
  const unit = priceOf === form.from ? form.to : form.from
  const read = (field: 'amount' | 'price') => (text: string) => {
    const [scale, currency] = field === 'amount' ? [scaleOf(form.from), form.from] : [PRICE_SCALE, unit]
    const { wire } = readAmount(text, scale, separatorsOf(i18n.locale), currency)
    setTyped((before) => ({ ...before, [field]: text }))
    change({ [field]: wireAmount(wire) ?? '' })
  }
  // An amount and a price mean something else in another currency.
  const pick = (part: Partial<Pick<PlanForm, 'from' | 'to' | 'kind'>>) => {
    setTyped({ amount: '', price: '' })
    change({ ...part, amount: '', price: '' })
  }
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const asked = requestOf(form, priceOf, new Date())
    if (asked.missing) return setMissing(asked.missing)
    setBusy(true)
    setProblem(undefined)
    try {
      const plan = await makePlan(asked.request, key)
      await queries.invalidateQueries({ queryKey: plansQuery.queryKey })
      onMade(plan)
    } catch (error) {
      if (!isUnanswered(error)) setKey(randomId())
      setProblem(words(error))
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void make(event)}>
      <Segmented
        label={t`Kind of plan`}
        value={form.kind}
        onChange={(kind) => pick({ kind })}
        options={[
          { value: 'recurring', label: <Trans>Repeat</Trans> },
          { value: 'target', label: <Trans>At a price</Trans> },
          { value: 'alert', label: <Trans>Only tell me</Trans> },
        ]}
      />
      <Card>
        <div className="grid gap-4">
          {form.kind === 'recurring' ? (
            <PayWith value={form.card} onChange={(card) => change({ card, cardAgreed: false })} />
          ) : null}
          <div className="grid grid-cols-2 items-start gap-3">
            <Select
              label={isAlert ? t`Counted in` : isByCard ? t`Card currency` : t`From balance`}
              value={form.from}
              onChange={(from) => pick({ from: from as CurrencyCode })}
            >
              <Codes
                currencies={currencies.filter((one) => isAlert || (isByCard ? one.kind === 'fiat' : one.can_sell))}
              />
            </Select>
            <Select
              label={isAlert ? t`Price of` : t`To balance`}
              value={form.to}
              onChange={(to) => pick({ to: to as CurrencyCode })}
              error={missing === 'pair' ? t`Choose two different currencies` : undefined}
            >
              <Codes currencies={currencies.filter((one) => isAlert || one.can_buy)} />
            </Select>
          </div>
          {isAlert ? null : (
            <AmountText
              label={t`Amount each time`}
              unit={{ scale: scaleOf(form.from), currency: form.from }}
              value={typed.amount}
              onChange={read('amount')}
              trailing={form.from}
              hint={isByCard ? null : <Available currency={form.from} />}
              error={missing === 'amount' ? t`Enter an amount in digits, like 250 or 0.5` : undefined}
            />
          )}
          {form.kind === 'recurring' ? (
            <Repeat form={form} change={change} missing={missing} />
          ) : (
            <AtPrice
              form={form}
              change={change}
              missing={missing}
              coin={priceOf}
              unit={unit}
              typed={typed.price}
              onPrice={read('price')}
            />
          )}
        </div>
      </Card>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {isByCard ? (
        <CardAgreement
          isAgreed={form.cardAgreed}
          isMissing={missing === 'cardAgreed'}
          onChange={(cardAgreed) => change({ cardAgreed })}
        />
      ) : (
        <p className="px-1 text-[14px] text-muted">
          <Explained kind={form.kind} />
        </p>
      )}
      <Button type="submit" busy={busy}>
        <Trans>Make the plan</Trans>
      </Button>
    </form>
  )
}

function Codes({ currencies }: { currencies: Catalogue['currencies'] }) {
  return currencies.map(({ code }) => (
    <option key={code} value={code}>
      {code}
    </option>
  ))
}

/** The choice between the balance and the saved cards; nothing without a card that can pay. */
function PayWith({ value, onChange }: { value: string; onChange: (card: string) => void }) {
  const { t } = useLingui()
  const { data } = useQuery(savedCardsQuery)
  const usable = data?.filter((card) => !card.is_expired) ?? []
  if (usable.length === 0) return null
  return (
    <Select label={t`Pay with`} value={value} onChange={onChange}>
      <option value="">{t`Balance`}</option>
      {usable.map((card) => (
        <option key={card.id} value={card.id}>
          {cardTitle(card)}
        </option>
      ))}
    </Select>
  )
}

type CardAgreementProps = { isAgreed: boolean; isMissing: boolean; onChange: (isAgreed: boolean) => void }

/** The consent to charges of the card without its holder. It is recorded with the plan. */
function CardAgreement({ isAgreed, isMissing, onChange }: CardAgreementProps) {
  const rule = useId()
  return (
    <div className="grid gap-2 px-1">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 text-[14px]">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-brand"
          checked={isAgreed}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? rule : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Trans>
          I agree that this card is charged each time without me, at the price of the moment and with the usual fee. I
          can pause or delete the plan at any time.
        </Trans>
      </label>
      {isMissing ? (
        <p id={rule} role="alert" className="text-[13px] text-bad">
          <Trans>Agree to the charges, or pay from the balance</Trans>
        </p>
      ) : null}
      <p className="text-[14px] text-muted">
        <Trans>
          If the bank declines, we try again on the next days, three times in all. Then the plan pauses and you are
          told.
        </Trans>
      </p>
    </div>
  )
}

function Explained({ kind }: Pick<PlanForm, 'kind'>) {
  switch (kind) {
    case 'recurring':
      return (
        <Trans>
          Each exchange is made at the price of its moment, with the usual fee. You get an email each time. If the
          balance is too low, nothing happens and you are told.
        </Trans>
      )
    case 'target':
      return (
        <Trans>
          The exchange is made once, when the price is there, at the rate of that moment and with the usual fee. You get
          an email.
        </Trans>
      )
    case 'alert':
      return <Trans>You are told once when the price is reached. Nothing is exchanged.</Trans>
  }
}

type AlreadyThereProps = { form: PlanForm; coin: CurrencyCode; unit: CurrencyCode }

/** Warns of a price that is reached already: the plan runs at once. */
function AlreadyThere({ form, coin, unit }: AlreadyThereProps) {
  const { data } = useQuery(dayPriceQuery(coin, unit))
  const last = data?.points.at(-1)
  if (!last || !isReached(form.bound, form.price, last.value)) return null
  return (
    <Notice tone="wait">
      {form.kind === 'alert' ? (
        <Trans>The price is there already. You get the email at once.</Trans>
      ) : (
        <Trans>The price is there already. The exchange is made at once.</Trans>
      )}
    </Notice>
  )
}

function Available({ currency }: { currency: string }) {
  const { i18n } = useLingui()
  const { data } = useQuery(balancesQuery)
  if (!data) return null
  const amount = data.data.find((one) => one.currency === currency)?.available ?? '0'
  return <Trans>Available now: {moneyText({ amount, currency }, i18n.locale)}</Trans>
}

type PartProps = { form: PlanForm; change: (part: Partial<PlanForm>) => void; missing: Missing | undefined }

function Repeat({ form, change, missing }: PartProps) {
  const { t } = useLingui()
  return (
    <>
      <Segmented
        label={t`How often`}
        value={form.interval}
        onChange={(interval) => change({ interval })}
        options={[
          { value: 'day', label: <Trans>Daily</Trans> },
          { value: 'week', label: <Trans>Weekly</Trans> },
          { value: 'month', label: <Trans>Monthly</Trans> },
        ]}
      />
      <TextField
        type="datetime-local"
        label={t`First time`}
        value={form.firstAt}
        onChange={(firstAt) => change({ firstAt })}
        hint={t`Later times are at the same time of the day`}
        error={missing === 'firstAt' ? t`Choose a time in the future` : undefined}
      />
    </>
  )
}

type AtPriceProps = PartProps & {
  coin: CurrencyCode
  unit: CurrencyCode
  typed: string
  onPrice: (text: string) => void
}

function AtPrice({ form, change, missing, coin, unit, typed, onPrice }: AtPriceProps) {
  const { t } = useLingui()
  return (
    <>
      <Segmented
        label={t`Direction of the price`}
        value={form.bound}
        onChange={(bound) => change({ bound })}
        options={[
          { value: 'at_most', label: <Trans>Falls to</Trans> },
          { value: 'at_least', label: <Trans>Rises to</Trans> },
        ]}
      />
      <AmountText
        label={t`Price of 1 ${coin}`}
        unit={{ scale: PRICE_SCALE, currency: unit }}
        value={typed}
        onChange={onPrice}
        trailing={unit}
        hint={coin === unit ? null : <PriceNow coin={coin} unit={unit} />}
        error={missing === 'price' ? t`Enter an amount in digits, like 250 or 0.5` : undefined}
      />
      {coin === unit || form.price === '' ? null : <AlreadyThere form={form} coin={coin} unit={unit} />}
      <TextField
        type="date"
        label={t`Wait until`}
        value={form.until}
        onChange={(until) => change({ until })}
        error={missing === 'until' ? t`Choose a day in the future` : undefined}
      />
    </>
  )
}

type PriceNowProps = { coin: CurrencyCode; unit: CurrencyCode }

function PriceNow({ coin, unit }: PriceNowProps) {
  const { i18n } = useLingui()
  const { data } = useQuery(dayPriceQuery(coin, unit))
  const last = data?.points.at(-1)
  return last ? <Trans>Now: {moneyText({ amount: last.value, currency: unit }, i18n.locale)}</Trans> : null
}
