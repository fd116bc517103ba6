import { Trans } from '@lingui/react/macro'
import { SwitchRow } from '../../../ui/SwitchRow'
import type { Importer, Rules } from '../../api/rules'
import { Card } from '../../parts/Card'
import { RuleName } from './RuleName'
import type { SectionProps } from './useDraft'

type RelianceCardProps = SectionProps & { importers: readonly Importer[] }

/** The partners with a key that imports, and those that are relied on and have none. */
export function partnersOf({ relied_on }: Pick<Rules, 'relied_on'>, importers: readonly Importer[]): Importer[] {
  const known = new Set(importers.map(({ profile }) => profile))
  const others = relied_on.filter((profile) => !known.has(profile))
  return [...importers, ...others.map((profile) => ({ profile, keys: [], domains: [] }))]
}

/** The partners on whose verification of an identity the tenant relies. */
export function RelianceCard({ rules, was, importers, onChange }: RelianceCardProps) {
  const partners = partnersOf({ relied_on: [...new Set([...was.relied_on, ...rules.relied_on])] }, importers)
  const turn = (profile: string, isOn: boolean) => {
    const others = rules.relied_on.filter((one) => one !== profile)
    onChange?.({ relied_on: isOn ? [...others, profile].toSorted() : others })
  }
  return (
    <Card
      title={
        <RuleName was={was.relied_on.toSorted()} now={rules.relied_on.toSorted()}>
          <Trans>Reliance on partners</Trans>
        </RuleName>
      }
    >
      <p className="text-muted">
        <Trans>
          An identity that these partners have verified counts here without documents. The tenant stays responsible:
          agree with the partner on its procedures and on copies of its documents first.
        </Trans>
      </p>
      {partners.length === 0 ? (
        <p className="mt-3">
          <Trans>No partner has a key that may import verifications.</Trans>
        </p>
      ) : (
        <div className="-mx-4 mt-4 -mb-4 divide-y divide-line border-t border-line desk:-mx-[18px]">
          {partners.map((partner) => (
            <PartnerRow
              key={partner.profile}
              partner={partner}
              isOn={rules.relied_on.includes(partner.profile)}
              onTurn={onChange && ((isOn) => turn(partner.profile, isOn))}
            />
          ))}
        </div>
      )}
    </Card>
  )
}

type PartnerRowProps = { partner: Importer; isOn: boolean; onTurn: ((isOn: boolean) => void) | undefined }

function PartnerRow({ partner: { profile, keys, domains }, isOn, onTurn }: PartnerRowProps) {
  const names = [...domains, ...keys]
  const label = names.length > 0 ? names.join(', ') : <Trans>No key that may import</Trans>
  if (onTurn) return <SwitchRow label={label} detail={profile} checked={isOn} onChange={onTurn} />
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-3 desk:px-[18px]">
      <span className="grid min-w-0 gap-0.5 wrap-anywhere">
        {label}
        <span className="text-[13px] text-muted">{profile}</span>
      </span>
      <span>{isOn ? <Trans>Relied on</Trans> : <Trans>Not relied on</Trans>}</span>
    </p>
  )
}
