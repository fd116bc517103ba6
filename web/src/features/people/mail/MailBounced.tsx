import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/problemText'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { mendEmail, userQuery } from '../queries'

/** Says that emails to the customer's address came back, and how to mend it. Nothing while the address works. */
export default function MailBounced() {
  const queries = useQueryClient()
  const { data: user } = useQuery(userQuery)
  const mend = useMutation({
    mutationFn: mendEmail,
    onSuccess: (mended) => queries.setQueryData(userQuery.queryKey, mended),
  })
  if (!user?.email_bounced) return null
  return (
    <Notice
      tone="act"
      action={
        <div className="grid justify-items-start gap-1">
          <Button variant="quiet" busy={mend.isPending} onClick={() => mend.mutate()}>
            <Trans>It works again</Trans>
          </Button>
          {mend.isError ? <p role="alert">{errorText(mend.error)}</p> : null}
        </div>
      }
    >
      <Trans>
        Our emails to <b className="font-semibold break-all">{user.email}</b> came back. Change the address, or say that
        it works.
      </Trans>
    </Notice>
  )
}
