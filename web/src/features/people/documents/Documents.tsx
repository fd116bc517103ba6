import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Trans } from '@lingui/react/macro'
import { errorText } from '../../../api/problemText'
import { SkeletonRows } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { DetailsForm } from '../DetailsForm'
import { detailsOf, HOME, isComplete, PERSONAL } from '../details'
import { userQuery } from '../queries'
import { FundsForm } from './FundsForm'
import { HandIn } from './HandIn'
import { documentsQuery, type Proof } from './queries'
import { VerificationState } from './VerificationState'

type DocumentsProps = {
  of: Proof
  support: ReactNode
  done?: ReactNode
  /** Called if the verification completes while this is open. */
  onVerified?: () => void
  onForbidden: () => void
}

/** One document verification, in whatever state it is: from the first picture to the decision. */
export function Documents({ of, support, done, onVerified, onForbidden }: DocumentsProps) {
  const user = useQuery(userQuery)
  const documents = useQuery(documentsQuery(of))
  const failed = [user, documents].find((query) => query.isError && !query.data)
  const verified = documents.data?.verification.shown === 'verified'
  const tell = useEffectEvent(() => onVerified?.())
  useEffect(() => {
    if (verified) tell()
  }, [verified])
  if (failed) return <ErrorState onRetry={() => void failed.refetch()}>{errorText(failed.error)}</ErrorState>
  if (!user.data || !documents.data) return <SkeletonRows count={4} />
  const { verification, attempts_left } = documents.data
  if (!verification.is_open || attempts_left === 0) {
    return <VerificationState of={of} info={documents.data} support={support} done={done} />
  }
  const said = detailsOf(user.data)
  const needed = of === 'address' ? [PERSONAL, HOME] : [PERSONAL]
  const fields = needed.filter((group) => !isComplete(said, group)).flat()
  if (fields.length > 0) {
    return (
      <div className="grid gap-4">
        <p className="text-muted">
          <Trans>First enter your details exactly as they are in the document.</Trans>
        </p>
        <DetailsForm
          key={fields.join()}
          user={user.data}
          fields={fields}
          onSaved={() => void user.refetch()}
          onForbidden={onForbidden}
        />
      </div>
    )
  }
  if (of === 'source_of_funds') return <FundsForm info={documents.data} />
  return <HandIn of={of} info={documents.data} residence={user.data.residence_country} />
}
