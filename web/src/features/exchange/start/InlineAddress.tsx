import { Suspense } from 'react'
import type { Endpoint } from '../../../api/exchangeTypes'
import { CheckedField } from '../../../domain/requisite/CheckedField'
import { SavedChoices } from '../../../domain/requisite/SavedChoices'
import { useAddressLabel } from '../../../domain/requisite/useAddressLabel'
import { Unreachable } from '../../../domain/requisite/Unreachable'
import { lazyLater } from '../../../i18n/lazyLater'
import type { Inline } from './useInlineAddress'

const AddressTools = lazyLater(() => import('../../../domain/addresses/AddressTools'))
const LinkOffer = lazyLater(() => import('../link/LinkOffer'))

/** A payment link, such as "bitcoin:". */
const LINK = /^\s*[a-z]+:/i

type InlineAddressProps = { inline: Inline; to: Endpoint | undefined; paywayName: string | undefined }

/** The address field below the price: "Your USDT address (TRC20)". */
export default function InlineAddress({ inline, to, paywayName }: InlineAddressProps) {
  const currency = to?.currency ?? ''
  const label = useAddressLabel(currency, paywayName ?? '')
  const { value, check } = inline
  const entered = { kind: 'address', value: check.state === 'valid' ? check.normalized : value } as const
  return (
    <div className="grid grid-cols-1 gap-3">
      {to && value === '' ? (
        <SavedChoices to={to} entered={entered} onPick={(picked) => inline.onChange(picked.value)} />
      ) : null}
      <CheckedField
        label={label}
        name="address"
        value={value}
        onChange={inline.onChange}
        check={check}
        currency={currency}
        tried={false}
      />
      {to ? (
        <Suspense fallback={null}>
          <AddressTools to={to} value={value} onPick={inline.onChange} />
        </Suspense>
      ) : null}
      {to && LINK.test(value) ? (
        <Suspense fallback={null}>
          <LinkOffer inline={inline} to={to} />
        </Suspense>
      ) : null}
      {inline.unreachable ? <Unreachable /> : null}
    </div>
  )
}
