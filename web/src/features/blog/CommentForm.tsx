import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useAddCommentMutation } from '../../api/comments.ts'
import { describeProblemByKind } from '../../api/problem.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { checkFields, textUpTo } from '../../shared/form/checks.ts'
import { useForm } from '../../shared/form/useForm.ts'
import { commentLength } from '../../shared/limits.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { comments as texts } from '../../shared/texts/blog.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'

const check = checkFields<{ content: string }>({
  content: textUpTo(commentLength, { missing: texts.missing, long: texts.long }),
})

/**
 * Unsent texts by author and article, because the page unmounts the article when the session ends.
 */
const unsentTexts = new Map<string, string>()

export function CommentForm({ postId }: { postId: string }) {
  const userId = useAppSelector((state) => selectUser(state)?.id)
  return userId ? <SignedInForm key={userId} postId={postId} authorId={userId} /> : <SignInPrompt />
}

function SignedInForm({ postId, authorId }: { postId: string; authorId: string }) {
  const [add, { data, reset }] = useAddCommentMutation()
  const textKey = `${authorId} ${postId}`
  const form = useForm({
    id: 'comment',
    initial: { content: '' },
    check,
    isEmptiedWhenSent: true,
    // The map above keeps the text when the session ends. The draft keeps it when the tab crashes.
    draftKey: `comment_draft ${textKey}`,
    focusesField: true,
    onChange: ({ content = '' }) => {
      unsentTexts.set(textKey, content)
      if (data) reset()
    },
    send: async ({ content }) => {
      const answer = await add({ post_id: postId, content: content.trim() })
      if (answer.data) unsentTexts.delete(textKey)
      return answer
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for this author and article.
  useEffect(() => {
    const content = unsentTexts.get(textKey)
    if (content) form.change({ content })
  }, [textKey])
  return (
    <form className="stack-12 blog-comment-form" {...form.props}>
      {form.failure !== null && (
        <p role="alert" className="failure s">
          {describeProblemByKind(form.failure, texts.addRefused, texts.addFailed)}
        </p>
      )}
      <TextArea label={texts.field} rows={3} counter={commentLength} {...form.field('content')} />
      <div className="row blog-comment-send">
        <p role="status" className="s ink2">
          {data && texts.accepted}
        </p>
        <Button type="submit" small pendingLabel={form.isSending && texts.sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

function SignInPrompt() {
  const dispatch = useAppDispatch()
  const { pathname, search } = useLocation()
  return (
    <p className="row-wrap blog-signed-out">
      <span>{texts.signedOut}</span>
      <Button
        variant="line"
        small
        onClick={() => dispatch(signInRequested({ next: pathname + search }))}
      >
        {texts.signIn}
      </Button>
    </p>
  )
}
