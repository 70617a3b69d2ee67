// into.tsx - draws what it holds elsewhere on the page, with the contexts of where it stands.
import { Component, render } from 'preact';
import type { ComponentChildren } from 'preact';

class Lend extends Component<{ context: object; children?: ComponentChildren }> {
  getChildContext() { return this.props.context; }
  render() { return <>{this.props.children}</>; }
}

export class Into extends Component<{ where: Element | null; children?: ComponentChildren }> {
  draw() {
    if (this.props.where) render(<Lend context={this.context}>{this.props.children}</Lend>, this.props.where);
  }
  componentDidMount() { this.draw(); }
  componentDidUpdate() { this.draw(); }
  componentWillUnmount() { if (this.props.where) render(null, this.props.where); }
  render() { return null; }
}
