import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { errorText } from '../../../api/problemText'
import { type Catalogue, useCatalogue } from '../../../domain/catalogue'
import { useDraft } from '../../../domain/draft'
import { moneyText } from '../../../domain/money'
import { savedQuery } from '../../../domain/savedRequisites'
import { useChange } from '../../../domain/useChange'
import { host } from '../../../host/adapter'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { EMPTY_DRAFT, exchangeDraft } from '../draft'
import { type Choices, choicesOf, draftOf, kindOfChoices, sameTerms, wayOf } from '../kept/choices'
import { discardUnfinished, unfinishedQuery } from '../kept/unfinished'

type UnfinishedCardProps = {
  /** Whether the card also offers what this tab itself has begun. */
  offersOwn: boolean
  /** The draft is ready. */
  onContinue: () => void
}

/** Offers to continue an order that was begun and does not exist yet, on this device or another. */
export default function UnfinishedCard({ offersOwn, onContinue }: UnfinishedCardProps) {
  const queries = useQueryClient()
  const draft = useDraft(exchangeDraft)
  const { data: choices } = useQuery({ ...unfinishedQuery, enabled: host.chrome === 'full' })
  const catalogue = useCatalogue()
  const { busy, problem, run } = useChange(errorText, async () => {
    queries.setQueryData(unfinishedQuery.queryKey, null)
    exchangeDraft.set((now) => (now.attempt ? now : EMPTY_DRAFT))
  })
  const isBegun = choicesOf(draft, []) !== undefined
  if (!choices || !catalogue.data || draft.attempt || (isBegun && !offersOwn)) return null
  const { data } = catalogue
  const go = async () => {
    const saved = choices.requisite_id ? await queries.ensureQueryData(savedQuery) : []
    exchangeDraft.set((now) => (sameTerms(choicesOf(now, saved), choices) ? now : draftOf(choices, data, saved)))
    onContinue()
  }
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-surface px-[18px] py-4 shadow-(--e1)">
      <History size={22} aria-hidden="true" className="shrink-0 text-brand" />
      <div className="grid min-w-48 flex-1 gap-0.5">
        <h2 className="t-row">
          <Trans>Continue where you were</Trans>
        </h2>
        <p className="t-cap text-muted wrap-anywhere">
          <Words choices={choices} catalogue={data} />
        </p>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
      </div>
      <div className="flex flex-1 flex-wrap gap-2 sm:flex-none">
        <Button
          variant="quiet"
          className="flex-1"
          busy={busy !== undefined}
          onClick={() => void run('discard', discardUnfinished)}
        >
          <Trans context="an order that was begun">Discard</Trans>
        </Button>
        <Button className="flex-1" onClick={() => void go()}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </section>
  )
}

/** What the order would do, such as "Buy · 250.00 EUR → BTC · Visa". */
function Words({ choices, catalogue }: { choices: Choices; catalogue: Catalogue }) {
  const { t, i18n } = useLingui()
  const { amount, fixed_side: fixed, from_currency: from, to_currency: to } = choices
  const verbs = {
    BUY: t`Buy`,
    SELL: t`Sell`,
    SWAP: t`Swap`,
    DEPOSIT: t`Deposit`,
    WITHDRAW: t`Withdraw`,
    CONVERT: t`Convert`,
  } as const
  const verb = (verbs as Partial<Record<string, string>>)[kindOfChoices(choices, catalogue)]
  const money = (side: 'FROM' | 'TO', currency: string) =>
    amount && fixed === side ? moneyText({ amount, currency }, i18n.locale) : currency
  const pair = from === to ? money(fixed, from) : `${money('FROM', from)} → ${money('TO', to)}`
  const way = catalogue.payways.find(({ code }) => code === wayOf(choices))?.name
  return <>{[verb, pair, way].filter(Boolean).join(' · ')}</>
}
