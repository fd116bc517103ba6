import { Trans, useLingui } from '@lingui/react/macro'
import type { BankPaymentState } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { Breakable } from '../../../ui/Breakable'
import { Notice } from '../../../ui/Notice'
import { CopyRow } from '../../../domain/CopyRow'

/** The bank transfer details. The reference identifies the order. */
export default function BankPayment({ payment }: { payment: BankPaymentState }) {
  const { t, i18n } = useLingui()
  const named = (label: string) => ({ label, copy: t`Copy ${label}` })
  const { amount, currency } = payment
  const exact = <Breakable text={moneyText({ amount, currency }, i18n.locale)} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Trans>
          Transfer exactly <b className="wrap-anywhere">{exact}</b> from an account in your own name. Bank transfers
          take 1 to 3 business days, instant ones seconds.
        </Trans>
      </p>
      <ul className="grid grid-cols-1 gap-2">
        <CopyRow {...named(t`Reference`)} value={payment.reference} mono />
        <CopyRow {...named(t`Amount`)} value={amount} shown={moneyText({ amount, currency }, i18n.locale)} />
        <CopyRow {...named(t`IBAN`)} value={payment.iban} grouped />
        <CopyRow {...named(t`Beneficiary`)} value={payment.beneficiary} />
        <CopyRow {...named(t`BIC`)} value={payment.bic} mono />
      </ul>
      <Notice tone="wait">
        <Trans>
          Put the reference on the transfer exactly as it stands here: it connects the payment to your order.
        </Trans>
      </Notice>
    </div>
  )
}
