import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorText } from '../../api/problemText'
import { buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { PlainText } from '../../ui/PlainText'
import { Skeleton } from '../../ui/Skeleton'
import { EmptyState, ErrorState } from '../../ui/States'
import { payTermsQuery } from './payment'
import { isNoPayment } from '../../domain/payment/noPayment'

/** The terms of use for a payer without an account. The choice of how to pay agrees to them. */
export default function PayTerms({ token }: { token: string }) {
  const { i18n } = useLingui()
  const terms = useQuery(payTermsQuery(token, i18n.locale))
  if (isNoPayment(terms.error)) {
    return (
      <Card>
        <EmptyState art="search" title={<Trans>This payment link does not work</Trans>}>
          <Trans>It may be incomplete. Ask the shop for a new one.</Trans>
        </EmptyState>
      </Card>
    )
  }
  if (terms.isError) {
    return (
      <Card>
        <ErrorState onRetry={() => void terms.refetch()}>{errorText(terms.error)}</ErrorState>
      </Card>
    )
  }
  const text = terms.data
  return (
    <Card>
      <h1 tabIndex={-1}>{text?.title ?? <Trans>Terms of use</Trans>}</h1>
      {text ? (
        <section
          aria-label={text.title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="my-4 max-h-[52dvh] overflow-y-auto rounded-m bg-sunken p-4 text-[14px]"
        >
          <PlainText text={text.text} />
        </section>
      ) : (
        <Skeleton className="my-4 h-60 w-full" />
      )}
      <Link to="/payment" hash={token} className={buttonClass()}>
        <Trans>Agree and choose how to pay</Trans>
      </Link>
    </Card>
  )
}
