import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { randomId } from '../../api/ids'
import { moneyText } from '../../domain/money'
import { isUnanswered } from '../../domain/problem'
import { useProblemWords } from '../../domain/useProblemWords'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Line, Lines } from '../../ui/Lines'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { type Exchanged, exchangePoints, farmQuery, type Terms } from './queries'
import { worthOf } from './worthOf'

/** What points become, the form, and why nothing can be exchanged. */
export function ExchangeCard({ terms }: { terms: Terms }) {
  const { i18n } = useLingui()
  const unit = moneyText({ amount: '1', currency: terms.worth.currency }, i18n.locale)
  const got = moneyText(terms.exchanged, i18n.locale)
  const most = moneyText(terms.per_person, i18n.locale)
  const [made, setMade] = useState<Exchanged>()
  return (
    <Card raised title={<Trans>Exchange points</Trans>}>
      <div className="grid gap-4">
        <Lines>
          <Line label={<Trans>{unit} costs</Trans>}>
            <Points count={terms.points_per_unit} />
          </Line>
          <Line label={<Trans>At least</Trans>}>
            <Points count={terms.minimum} />
          </Line>
          <Line label={<Trans>You got in this season</Trans>}>
            <Trans>
              {got} of {most}
            </Trans>
          </Line>
        </Lines>
        {made ? <Made made={made} /> : null}
        {terms.why_not ? (
          <WhyNot reason={terms.why_not} minimum={terms.minimum} />
        ) : (
          <ExchangeForm key={terms.most} terms={terms} onMade={setMade} />
        )}
      </div>
    </Card>
  )
}

function Points({ count }: { count: number }) {
  return <Plural value={count} one="# point" other="# points" />
}

function Made({ made }: { made: Exchanged }) {
  const { i18n } = useLingui()
  const amount = moneyText(made.amount, i18n.locale)
  return (
    <Notice tone={made.is_moved ? 'ok' : 'wait'}>
      {made.is_moved ? (
        <Trans>{amount} is on your balance.</Trans>
      ) : (
        <Trans>{amount} is with your rewards under “Invite friends”. Move it to your balance from there.</Trans>
      )}
    </Notice>
  )
}

function WhyNot({ reason, minimum }: { reason: NonNullable<Terms['why_not']>; minimum: number }) {
  switch (reason) {
    case 'closed':
      return (
        <Notice tone="wait">
          <Trans>The season is not open.</Trans>
        </Notice>
      )
    case 'not_verified':
      return (
        <Notice tone="wait">
          <Trans>
            Points are exchanged after you have verified your identity. You keep what you collect until then.
          </Trans>
        </Notice>
      )
    case 'budget_used':
      return (
        <Notice tone="wait">
          <Trans>Everything that this season gives has been given.</Trans>
        </Notice>
      )
    case 'person_max':
      return (
        <Notice tone="ok">
          <Trans>You have got the most that one person gets in this season.</Trans>
        </Notice>
      )
    case 'too_few_points':
      return (
        <p className="text-[14px] text-muted">
          <Plural
            value={minimum}
            one="Collect # point to exchange them into money."
            other="Collect # points to exchange them into money."
          />
        </p>
      )
  }
}

type ExchangeFormProps = { terms: Terms; onMade: (made: Exchanged) => void }

function ExchangeForm({ terms, onMade }: ExchangeFormProps) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const queries = useQueryClient()
  const [text, setText] = useState(String(terms.most))
  // A retry after a lost response keeps the key, so that nothing is exchanged twice.
  const [key, setKey] = useState(randomId)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { currency } = terms.worth
  const most = i18n.number(terms.most)
  const value = worthOf(text, terms)
  const gets = value === undefined ? undefined : moneyText({ amount: value, currency }, i18n.locale)
  const edit = (next: string) => {
    setText(next)
    setProblem(undefined)
    setKey(randomId())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (value === undefined) return setProblem(t`Enter a whole number of points.`)
    setBusy(true)
    setProblem(undefined)
    try {
      onMade(await exchangePoints(Number(text.trim()), key))
      await Promise.all(
        [farmQuery.queryKey, ['balances'], ['transactions'], ['referral']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    } catch (error) {
      if (!isUnanswered(error)) setKey(randomId())
      setProblem(words(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t`Points`}
        value={text}
        onChange={edit}
        hint={t`At most ${most}`}
        error={problem}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
      />
      {gets ? (
        <p role="status" className="rounded-m bg-sunken p-4">
          <span className="block text-[13px] text-muted">
            <Trans>You get</Trans>
          </span>
          <span className="text-[22px] font-[620] tracking-[-0.02em]">{gets}</span>
        </p>
      ) : null}
      <Button type="submit" busy={busy}>
        <Trans>Exchange now</Trans>
      </Button>
    </form>
  )
}
