import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { TierLimits } from '../../api/rules'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { EditButton } from './EditButton'
import { RuleName } from './RuleName'
import { TierForm } from './TierForm'
import { TIER_LIMITS, type TierAmounts } from './tierLimits'
import type { SectionProps } from './useDraft'
import { useTierLimitNames } from './useTierLimitNames'

/** The limits of each tier of customers, and those of residents of the EEA where they differ. */
export function TiersCard({ rules: { tiers }, was, onChange }: SectionProps) {
  const { t } = useLingui()
  const names = useTierLimitNames()
  const put = (next: TierLimits) => onChange?.({ tiers: tiers.map((one) => (one.tier === next.tier ? next : one)) })
  const columns = [
    { name: t`Tier` },
    ...TIER_LIMITS.map((limit) => ({ name: names[limit] })),
    ...(onChange ? [{ name: t`Actions`, end: true }] : []),
  ]
  return (
    <Card title={<Trans>Limits of tiers</Trans>}>
      {tiers.length === 0 ? (
        <p>
          <Trans>Customers are unlimited.</Trans>
        </p>
      ) : (
        <Sheet isFlat label={t`Limits of tiers`} columns={columns}>
          {tiers.map((rule) => (
            <Row key={rule.tier}>
              <Cell side="left">
                <RuleName was={was.tiers.find(({ tier }) => tier === rule.tier)} now={rule}>
                  {rule.tier}
                </RuleName>
              </Cell>
              {TIER_LIMITS.map((limit) => (
                <Cell key={limit} name={names[limit]}>
                  <Amounts rule={rule} of={(amounts) => amounts[limit]} />
                </Cell>
              ))}
              {onChange ? (
                <Cell side="right" end>
                  <EditButton name={t`Limits of tier ${rule.tier}`}>
                    {(close) => <TierForm rule={rule} onApply={put} onClose={close} />}
                  </EditButton>
                </Cell>
              ) : null}
            </Row>
          ))}
        </Sheet>
      )}
    </Card>
  )
}

type AmountsProps = { rule: TierLimits; of: (amounts: TierAmounts) => string | undefined }

function Amounts({ rule: { limits, eea }, of }: AmountsProps) {
  const { t, i18n } = useLingui()
  const text = (amount: string | undefined) =>
    amount === undefined ? t`unlimited` : moneyText({ amount, currency: 'EUR' }, i18n.locale)
  const inEea = eea && of(eea) !== of(limits) ? text(of(eea)) : undefined
  return (
    <span className="grid tabular-nums">
      {text(of(limits))}
      {inEea ? (
        <span className="text-[13px] text-muted">
          <Trans>EEA: {inEea}</Trans>
        </span>
      ) : null}
    </span>
  )
}
