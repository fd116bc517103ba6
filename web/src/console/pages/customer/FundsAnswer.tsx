import { useLingui } from '@lingui/react/macro'
import type { HandedIn } from '../../api/queries'
import { Facts } from '../../parts/Facts'
import { useFundsWords } from '../../parts/fundsWords'

/** The customer's source-of-funds answers. */
export function FundsAnswer({ answer }: { answer: NonNullable<HandedIn['source_of_funds']> }) {
  const { t } = useLingui()
  const words = useFundsWords()
  const facts = [
    { name: t`Occupation`, value: words.occupation(answer.occupation) },
    { name: t`Source of money`, value: answer.sources.map((source) => words.source(source)).join(', ') },
    { name: t`Expected in a year`, value: words.turnover(answer.yearly_turnover) },
    { name: t`In their own words`, value: <span className="whitespace-pre-line">{answer.details ?? '–'}</span> },
  ]
  return <Facts facts={facts} />
}
