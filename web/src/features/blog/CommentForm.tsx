import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { commentLength } from '../../app/limits.ts'
import { problemTextByKind } from '../../app/problem.ts'
import { selectUser } from '../../app/sessionSlice.ts'
import { signInRequested } from '../../app/signInSlice.ts'
import { comments as texts } from '../../app/texts/blog.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { useAddCommentMutation } from './blogApi.ts'

function problemOf(content: string): string | null {
  const length = [...content.trim()].length
  if (length === 0) return texts.missing
  return length > commentLength ? texts.long : null
}

export function CommentForm({ postId }: { postId: string }) {
  const user = useAppSelector(selectUser)
  return user ? <Field postId={postId} /> : <SignedOut />
}

function SignedOut() {
  const dispatch = useAppDispatch()
  const { pathname, search } = useLocation()
  return (
    <p className="blog-signed-out">
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

function Field({ postId }: { postId: string }) {
  const [content, setContent] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [add, { isLoading, error, data, reset }] = useAddCommentMutation()

  const send = useSingleFlight(async () => {
    const found = problemOf(content)
    setProblem(found)
    if (found) {
      document.getElementById('comment-content')?.focus()
      return
    }
    const answer = await add({ post_id: postId, content: content.trim() })
    if (answer.data) setContent('')
  })

  return (
    <form
      className="blog-comment-form"
      noValidate
      data-no-draft={content === '' || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {error && (
        <p role="alert" className="blog-failure s">
          {problemTextByKind(error, texts.addRefused, texts.addFailed)}
        </p>
      )}
      <TextArea
        id="comment-content"
        label={texts.field}
        rows={3}
        counter={commentLength}
        value={content}
        error={problem}
        onChange={(event) => {
          setContent(event.target.value)
          setProblem(null)
          if (error || data) reset()
        }}
      />
      <div className="blog-comment-send">
        <p role="status" className="s ink2">
          {data && texts.accepted}
        </p>
        <Button type="submit" small pendingLabel={isLoading && texts.sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
