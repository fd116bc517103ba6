import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { client } from '../../api/client'
import { errorText } from '../../api/problemText'
import { problemCode } from '../../domain/problem'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Button, buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'

const PATH = '/api/client/v1/partner-verification'

/** The page of a partner's link: the customer agrees to show how far they are verified, and returns to the partner. */
export default function ShareVerification({ back }: { back: ReactNode }) {
  const { searchStr } = useLocation()
  const token = new URLSearchParams(searchStr).get('token') ?? ''
  const asked = useQuery({
    queryKey: ['partner-verification', token],
    queryFn: async ({ signal }) => (await client.POST(PATH, { body: { token }, signal })).data,
    retry: false,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hasEnded = !token || problemCode(asked.error) === 'NOT_FOUND'
  return (
    <Page title={<Trans>Share your verification</Trans>} back={back} narrow>
      {hasEnded ? (
        <Notice tone="bad">
          <Trans>This link was used or has expired. Ask for a new one where you got it.</Trans>
        </Notice>
      ) : (
        <QueryCard asked={asked} rows={3}>
          {({ partner }) => <Question partner={partner} token={token} />}
        </QueryCard>
      )}
    </Page>
  )
}

/** Which partner asks, what it learns, and the consent. */
export function Question({ partner, token }: { partner: string; token: string }) {
  const change = useChange(errorText, async () => undefined)
  const name = new URL(partner).host
  const share = () =>
    void change.run('share', async () => {
      const { data } = await client.POST(`${PATH}/agree`, { body: { token } })
      window.location.assign(data.return_url)
    })
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4">
        <p className="wrap-anywhere">
          <Trans>
            <strong>{name}</strong> wants to know how far you are verified here.
          </Trans>
        </p>
        <p className="text-[14px] text-muted">
          <Trans>
            It learns which verifications are complete, now and later. It learns no name, no document and no balance.
          </Trans>
        </p>
        {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
        <Button busy={change.busy === 'share'} onClick={share}>
          <Trans>Share and go back</Trans>
        </Button>
        <Link to="/profile/personal-details" className={buttonClass('quiet')}>
          <Trans>See my verifications</Trans>
        </Link>
      </div>
    </Card>
  )
}
