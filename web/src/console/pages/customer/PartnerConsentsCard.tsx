import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../../ui/Badge'
import type { Customer } from '../../api/queries'
import { Card } from '../../parts/Card'
import { whenText } from '../../parts/when'

type Consent = Customer['partner_consents'][number]

/** The partners that the customer lets see how far they are verified. */
export function PartnerConsentsCard({ consents }: { consents: readonly Consent[] }) {
  return (
    <Card title={<Trans>Partners with access</Trans>}>
      <ul className="grid gap-3">
        {consents.length === 0 ? (
          <li className="text-muted">
            <Trans>No partner has access</Trans>
          </li>
        ) : null}
        {consents.map((consent) => (
          <ConsentRow key={consent.id} consent={consent} />
        ))}
      </ul>
    </Card>
  )
}

function ConsentRow({ consent: { partner, rights, state, agreed_at, updated_at } }: { consent: Consent }) {
  const { i18n } = useLingui()
  return (
    <li>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="wrap-anywhere">{partner}</span>
        <StateBadge state={state} />
      </p>
      <p className="text-[13px] text-muted">
        <Trans>Agreed {whenText(agreed_at, i18n.locale)}</Trans>
      </p>
      {state === 'withdrawn' ? (
        <p className="text-[13px] text-muted">
          <Trans>Withdrawn {whenText(updated_at, i18n.locale)}</Trans>
        </p>
      ) : null}
      {rights.includes('confirm_identity') ? (
        <p className="text-[13px] text-muted">
          <Trans>May import its verification of the identity</Trans>
        </p>
      ) : null}
    </li>
  )
}

function StateBadge({ state }: Pick<Consent, 'state'>) {
  if (state === 'withdrawn')
    return (
      <Badge tone="bad">
        <Trans>Withdrawn</Trans>
      </Badge>
    )
  return state === 'confirmed' ? (
    <Badge tone="ok">
      <Trans>Active</Trans>
    </Badge>
  ) : (
    <Badge tone="wait">
      <Trans>Not confirmed</Trans>
    </Badge>
  )
}
