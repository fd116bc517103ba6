import { Trans, useLingui } from '@lingui/react/macro'
import { usualTime } from '../../../../domain/arrival/usual'
import { useArrivalWords } from '../../../../domain/arrival/useArrivalWords'
import { trimZeros } from '../../../../domain/grouping'
import { moneyText, shortMoneyText } from '../../../../domain/money'
import { WayRow, wayStandard } from '../../../../domain/WayRow'
import { Badge } from '../../../../ui/Badge'
import type { Option } from '../options'
import type { Fee } from './useFees'
import { useReason } from './useReason'

type NetworkRowProps = {
  /** The name of the group of radio buttons. */
  group: string
  option: Option
  checked: boolean
  fee: Fee | undefined
  onPick: () => void
}

/** One payway of a currency: name and note, fee and usual time. A paused one shows the reason and cannot be chosen. */
export function NetworkRow({ group, option, checked, fee, onPick }: NetworkRowProps) {
  const reason = useReason(option)
  const note = useNote(option, fee)
  const words = useArrivalWords()
  const usual = usualTime(option.endpoint.payway, option)
  return (
    <WayRow
      group={group}
      way={{ kind: option.kind, network: option.network, name: option.paywayName }}
      note={reason ?? note}
      checked={checked}
      disabled={!option.available}
      onPick={onPick}
    >
      {option.available ? (
        <>
          {fee ? <FeeText fee={fee} /> : null}
          {usual ? <span className="text-[13px] text-muted">{words.short(usual)}</span> : null}
        </>
      ) : (
        <Badge>
          <Trans>Paused</Trans>
        </Badge>
      )}
    </WayRow>
  )
}

function FeeText({ fee: { isFree, money, text } }: { fee: Fee }) {
  const { i18n } = useLingui()
  return (
    <b className="font-[580] wrap-anywhere">
      {isFree ? <Trans>Free</Trans> : money ? shortMoneyText(money, i18n.locale) : text}
    </b>
  )
}

/** The standard of the token, whether it is the cheapest, a memo, or what is on the balance. */
function useNote(option: Option, fee: Fee | undefined): string {
  const { t, i18n } = useLingui()
  const { kind, memo, holds, endpoint } = option
  if (kind === undefined)
    return holds ? t`${moneyText({ amount: holds, currency: endpoint.currency }, i18n.locale)} available` : ''
  const standard = wayStandard({ kind, network: option.network, name: option.paywayName })
  const least =
    option.least && shortMoneyText({ amount: trimZeros(option.least), currency: endpoint.currency }, i18n.locale)
  const money = (amount: string) =>
    shortMoneyText({ amount: trimZeros(amount), currency: endpoint.currency }, i18n.locale)
  const range =
    option.range && kind !== 'crypto' ? t`${money(option.range.min)} to ${money(option.range.max)}` : undefined
  const minimum = least && kind === 'crypto' ? t`at least ${least}` : undefined
  return [standard, range, minimum, fee?.isCheapest ? t`cheapest` : undefined, memo ? t`needs a memo` : undefined]
    .filter((each) => each !== undefined)
    .join(' · ')
}
