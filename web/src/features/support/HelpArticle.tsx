import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { QueryCard } from '../../domain/QueryCard'
import type { Locale } from '../../i18n/locale'
import { buttonClass } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { ArticleText } from '../../domain/article/ArticleText'
import { articlesQuery } from './help/load'
import type { SupportPageProps } from './SupportPage'

/** An article of help, and the way to a person. */
export function HelpArticle({ slug, back, name, link }: SupportPageProps & { slug: string }) {
  const { i18n } = useLingui()
  const asked = useQuery(articlesQuery(i18n.locale as Locale))
  const article = asked.data?.find((one) => one.slug === slug)
  if (asked.data && !article)
    return (
      <Page title={<Trans>Support</Trans>} back={back} narrow>
        <EmptyState art="lost" title={<Trans>There is no such article</Trans>} />
      </Page>
    )
  return (
    <Page title={article?.title ?? ' '} back={back} narrow>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <QueryCard asked={{ ...asked, data: article }} rows={6}>
          {(found) => (
            <Card>
              <ArticleText blocks={found.blocks} company={name} />
            </Card>
          )}
        </QueryCard>
        <Card title={<Trans>Was that not it?</Trans>}>
          <p className="mb-4 text-muted">
            <Trans>Write to us. A person answers, here and by email.</Trans>
          </p>
          {slug === 'complaints'
            ? link({ write: 'complaint' }, buttonClass('quiet'), <Trans>Make a complaint</Trans>)
            : link({ write: 'question' }, buttonClass('quiet'), <Trans>Write to support</Trans>)}
        </Card>
      </div>
    </Page>
  )
}
