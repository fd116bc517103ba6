import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCatalogue } from '../../../domain/catalogue'
import { amountText, dayText, timeText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import { Card } from '../../../ui/Card'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { Money } from '../../../ui/Money'
import { type Coverage, coverageOf, isCovered, type Publication, publicationQuery } from './proof'

const SHOWN = 5

/** What the platform owes to all customers together, and what it holds for it. Hidden until it is known. */
export function ProofSection() {
  const { data: publication } = useQuery(publicationQuery)
  const { data: catalogue } = useCatalogue()
  if (publication === undefined || !catalogue) return null
  const scales = new Map(catalogue.currencies.map(({ code, scale }) => [code as string, scale]))
  const coverage = publication ? coverageOf(publication, scales) : []
  return (
    <section id="proof" aria-labelledby="proof-title" className="grid gap-4">
      <h2 id="proof-title" className="landing-h2">
        <Trans>Proof of balances</Trans>
      </h2>
      <Card>
        <p className="max-w-[72ch] text-muted">
          <Trans>
            Once a day we publish what we owe to all customers together and what we hold for it, and sign it. Signed in,
            you check that your own balance is in that total.
          </Trans>
        </p>
        {coverage.length > 0 ? (
          <ul className="my-3 divide-y divide-line">
            {coverage.slice(0, SHOWN).map((one) => (
              <CoverageRow
                key={one.currency}
                name={catalogue.currencies.find(({ code }) => code === one.currency)?.name ?? one.currency}
                coverage={one}
              />
            ))}
          </ul>
        ) : null}
        {publication ? (
          <Signed publication={publication} />
        ) : (
          <p className="mt-3">
            <Trans>The first publication comes within a day. Look again then.</Trans>
          </p>
        )}
      </Card>
    </section>
  )
}

function CoverageRow({ name, coverage }: { name: string; coverage: Coverage }) {
  const { i18n } = useLingui()
  const { currency, owed, held, percent } = coverage
  return (
    <li className="flex min-h-[58px] items-center gap-3 py-2.5">
      <CurrencyIcon code={currency} size={36} />
      <span className="min-w-0 flex-1">
        <b className="t-row block">{name}</b>
        <span className="t-cap block text-muted">
          <Trans>
            owed <Money amount={owed} currency={currency} />, held <Money amount={held} currency={currency} />
          </Trans>
        </span>
      </span>
      <Badge tone={isCovered(coverage) ? 'ok' : 'wait'}>{amountText(percent, i18n.locale)}&nbsp;%</Badge>
    </li>
  )
}

function Signed({ publication: { number, published_at } }: { publication: Publication }) {
  const { i18n } = useLingui()
  const day = dayText(published_at, i18n.locale, new Date())
  const time = timeText(published_at, i18n.locale)
  return (
    <p className="t-cap text-muted">
      <Trans>
        Publication {number} of {day}, {time}.
      </Trans>{' '}
      <a
        href={`/.well-known/agio/liabilities/${number.toString()}`}
        className="inline-flex min-h-11 items-center font-semibold text-brand underline"
      >
        <Trans>The signed file</Trans>
      </a>
    </p>
  )
}
