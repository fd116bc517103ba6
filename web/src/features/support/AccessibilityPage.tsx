import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { QueryCard } from '../../domain/QueryCard'
import { config } from '../../host/config'
import type { Locale } from '../../i18n/locale'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { ArticleText } from '../../domain/article/ArticleText'
import { articlesQuery } from './help/load'

/** /accessibility: what is accessible, what is not yet, and where to report problems. */
export function AccessibilityPage() {
  const { i18n } = useLingui()
  const asked = useQuery(articlesQuery(i18n.locale as Locale))
  const article = asked.data?.find(({ slug }) => slug === 'accessibility')
  return (
    <Page title={article?.title ?? ' '} narrow>
      <QueryCard asked={{ ...asked, data: article }} rows={6}>
        {(found) => (
          <Card>
            <ArticleText blocks={found.blocks} company={config.tenant.name} />
          </Card>
        )}
      </QueryCard>
    </Page>
  )
}
