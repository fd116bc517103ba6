import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import { buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { mailTo } from './mail'

type SupportProps = {
  /** The tenant's name. */
  name: string
  /** The tenant's support address, if it publishes one. */
  mail: string | undefined
  /** The order from which the customer opened this page. */
  order: string | undefined
  /** The email address of a signed-in customer. */
  email: string | undefined
}

/** /support: how to contact support, and the details to include so that one answer is enough. */
export function Support({ name, mail, order, email }: SupportProps) {
  const { t } = useLingui()
  const subject = order ? t`Order ${order}` : t`A question to ${name}`
  return (
    <Page title={<Trans>Support</Trans>} narrow>
      <div className="grid grid-cols-1 gap-5">
        <Card title={<Trans>Who to contact</Trans>}>
          {mail ? (
            <div className="grid grid-cols-1 gap-4">
              <p>
                <Trans>Write to {name}. In the meantime your order stays as it is and your money is safe.</Trans>
              </p>
              <Copied name={t`Support address`} value={mail} copy={t`Copy the support address`} />
              <a className={buttonClass()} href={mailTo(mail, subject)}>
                <Mail size={18} aria-hidden="true" />
                <Trans>Write an email</Trans>
              </a>
            </div>
          ) : (
            <p>
              <Trans>
                {name} has not published a support address here. Ask the company or person you know {name} from: they
                run this service and can see your order.
              </Trans>
            </p>
          )}
        </Card>
        <Card title={<Trans>What to write</Trans>}>
          <div className="grid grid-cols-1 gap-4">
            {order ? <Copied name={t`Order reference`} value={order} copy={t`Copy the order reference`} /> : null}
            <ul className="grid list-disc gap-2 pl-5 marker:text-brand">
              <li>
                {order ? (
                  <Trans>The order reference above.</Trans>
                ) : (
                  <Trans>The order reference: eight letters and digits, at the top of the order.</Trans>
                )}
              </li>
              <li>
                {email ? (
                  <Trans>
                    The email you sign in with: <span className="wrap-anywhere font-medium">{email}</span>
                  </Trans>
                ) : (
                  <Trans>The email you sign in with.</Trans>
                )}
              </li>
              <li>
                <Trans>What you expected, what happened instead, and when.</Trans>
              </li>
              <li>
                <Trans>For a payment: its hash on the network, or the reference that your bank shows.</Trans>
              </li>
            </ul>
            <Notice tone="wait">
              <Trans>
                Never send a sign-in code, a card number with its CVV, a password or a recovery phrase. Support does not
                ask for them.
              </Trans>
            </Notice>
          </div>
        </Card>
      </div>
    </Page>
  )
}

/** A value for the email, shown completely, with a copy button. */
function Copied({ name, value, copy }: { name: string; value: string; copy: string }) {
  return (
    <div className="flex items-center gap-3 rounded-m border border-line py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <span className="block text-[13px] text-muted">{name}</span>
        <span className="block break-all font-medium">{value}</span>
      </div>
      <CopyButton text={value} label={copy} />
    </div>
  )
}
