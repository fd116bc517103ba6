import { Suspense } from 'react'
import type { Endpoint } from '../../../api/exchangeTypes'
import { CheckedField } from '../../../domain/requisite/CheckedField'
import { useAddressLabel } from '../../../domain/requisite/useAddressLabel'
import { Unreachable } from '../../../domain/requisite/Unreachable'
import { lazyLater } from '../../../i18n/lazyLater'
import type { Inline } from './useInlineAddress'

const AddressTools = lazyLater(() => import('../../../domain/addresses/AddressTools'))

type InlineAddressProps = { inline: Inline; to: Endpoint | undefined; paywayName: string | undefined }

/** The address field below the price: "Your USDT address (TRC20)". */
export default function InlineAddress({ inline, to, paywayName }: InlineAddressProps) {
  const currency = to?.currency ?? ''
  const label = useAddressLabel(currency, paywayName ?? '')
  return (
    <div className="grid grid-cols-1 gap-3">
      <CheckedField
        label={label}
        name="address"
        value={inline.value}
        onChange={inline.onChange}
        check={inline.check}
        currency={currency}
        tried={false}
      />
      {to ? (
        <Suspense fallback={null}>
          <AddressTools to={to} value={inline.value} onPick={inline.onChange} />
        </Suspense>
      ) : null}
      {inline.unreachable ? <Unreachable /> : null}
    </div>
  )
}
